import type { Summarize } from '@hermes/compressor'
import { askOnce } from '@hermes/core/wiring'
import { createOpenAIChatTransport } from '@hermes/transports/openai-chat'

export interface AskedModel {
  readonly model: string
  /** The base URL of a chat completions server, including `/v1`. */
  readonly baseUrl: string
  readonly apiKey: string
}

/** Returns a function that lets a real model write summaries. */
export function askModel({ model, baseUrl, apiKey }: AskedModel): Summarize {
  const transport = createOpenAIChatTransport({ baseUrl, apiKey })
  return async ({ system, prompt, signal }) => {
    const question = { system, messages: [{ role: 'user', content: prompt }] } as const
    return (await askOnce({ transport, model: { id: model } }, question, { signal })).text
  }
}
