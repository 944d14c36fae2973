import type { Summarise } from '@hermes/compressor'
import { askOnce } from '@hermes/core/wiring'
import { createOpenAIChatTransport } from '@hermes/transports/openai-chat'

export interface AskedModel {
  readonly model: string
  /** Of a server that speaks OpenAI's chat completions, with `/v1`. */
  readonly baseUrl: string
  readonly apiKey: string
}

/** Has a real model write the summaries. */
export function askModel({ model, baseUrl, apiKey }: AskedModel): Summarise {
  const transport = createOpenAIChatTransport({ baseUrl, apiKey })
  return async ({ system, prompt, signal }) => {
    const question = { system, messages: [{ role: 'user', content: prompt }] } as const
    return (await askOnce({ transport, model: { id: model } }, question, { signal })).text
  }
}
