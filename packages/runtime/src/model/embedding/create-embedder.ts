import { type Embedder, HermesError, noUsage } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import * as z from 'zod'

export interface EmbedderOptions {
  /** The base URL of a server with OpenAI's `/embeddings`, without a trailing slash: `https://api.openai.com/v1`. */
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  readonly model: string
  readonly dimensions: number
  /** Requests vectors of this length. Models with a fixed length reject it. */
  readonly asksForDimensions?: boolean
  readonly timeoutMs: number
  /** The name of the provider in usage accounts. */
  readonly provider: string
  readonly fetch: typeof globalThis.fetch
}

const answer = z.object({
  data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()) })),
  usage: z.object({ prompt_tokens: z.int().min(0) }).optional(),
})
const longestReason = 300

/** Creates an embedder for servers with OpenAI's `/v1/embeddings` API: OpenAI, Ollama, LM Studio, vLLM and others. */
export function createEmbedder(options: EmbedderOptions): Embedder {
  const { baseUrl, apiKey, model, dimensions, asksForDimensions = false, timeoutMs, provider, fetch } = options
  return {
    id: `${baseUrl} ${model} ${dimensions}`,
    dimensions,
    async embed(texts, { signal, count }) {
      const response = await fetch(`${baseUrl}/embeddings`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
        body: JSON.stringify({ model, input: texts, ...(asksForDimensions && { dimensions }) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        // The key must not be sent to another server.
        redirect: 'error',
      })
      const text = await response.text()
      if (!response.ok) throw refused(model, response.status, text)
      const { data, usage } = parsed(model, text)
      if (usage) {
        const used = { ...noUsage, inputTokens: usage.prompt_tokens }
        await count?.({ task: 'embedding', provider, model, usage: used, atMs: Date.now() })
      }
      return data.toSorted((left, right) => left.index - right.index).map(({ embedding }) => embedding)
    },
  }
}

function refused(model: string, status: number, text: string): HermesError {
  return new HermesError(
    'embedding/refused',
    `The model ${model} returned no vectors (HTTP ${status}): ${text.slice(0, longestReason).toWellFormed()}`,
  )
}

function parsed(model: string, text: string): z.output<typeof answer> {
  try {
    return answer.parse(parseJson(text))
  } catch (cause) {
    throw new HermesError('embedding/protocol', `The server of ${model} did not return vectors.`, {
      cause,
    })
  }
}
