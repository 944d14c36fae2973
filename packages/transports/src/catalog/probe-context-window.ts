import { isRecord } from '@hermes/safety'
import { recordAt, recordsAt, textAt, tryParseJson, type WireRecord } from '../shared/json.js'
import { listServerModels } from './list-server-models.js'

export interface ProbeContextWindowOptions {
  /** Base URL with the version, such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: string
  readonly fetch: typeof globalThis.fetch
  /** Time limit in milliseconds for all requests, which run concurrently. Default: 1,000. */
  readonly timeoutMs?: number
}

/**
 * Asks the user's own model server (llama.cpp, Ollama, LM Studio, vLLM) for the configured context window of a model,
 * which may be smaller than the model supports. Resolves with the window in tokens, or `undefined` if the server does
 * not report it. Never throws. The key is sent to this address only.
 */
export async function probeContextWindow(options: ProbeContextWindowOptions): Promise<number | undefined> {
  const { baseUrl, model, apiKey, timeoutMs = 1_000 } = options
  const fetch = options.fetch
  const signal = AbortSignal.timeout(timeoutMs)
  const root = baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/v\d+$/, '')
  const ask: Ask = async (path, body) => {
    const response = await fetch(`${root}${path}`, {
      signal,
      redirect: 'error',
      headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const answer = tryParseJson(await response.text())
    return response.ok && isRecord(answer) ? answer : {}
  }
  // In order of precedence: the running model, its configuration, the server's list.
  const answers = await Promise.allSettled([
    askLlamaCpp(ask),
    askOllamaRunning(ask, model),
    askOllamaSettings(ask, model),
    askLmStudio(ask, model),
    listServerModels({ baseUrl, fetch, signal, ...(apiKey && { apiKey }) }).then(
      (models) => models.find(({ id }) => id === model)?.contextWindow,
    ),
  ])
  return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : undefined)).find(isWindow)
}

/** Sends a GET request, or a POST request if there is a body. */
type Ask = (path: string, body?: object) => Promise<WireRecord>

async function askLlamaCpp(ask: Ask): Promise<unknown> {
  return recordAt(await ask('/props'), 'default_generation_settings').n_ctx
}

async function askOllamaRunning(ask: Ask, model: string): Promise<unknown> {
  const running = recordsAt(await ask('/api/ps'), 'models')
  return running.find((row) => [model, `${model}:latest`].includes(textAt(row, 'model') || textAt(row, 'name')))
    ?.context_length
}

async function askOllamaSettings(ask: Ask, model: string): Promise<unknown> {
  const [, tokens] = /^num_ctx\s+(\d+)$/m.exec(textAt(await ask('/api/show', { model }), 'parameters')) ?? []
  return Number(tokens)
}

async function askLmStudio(ask: Ask, model: string): Promise<unknown> {
  const rows = recordsAt(await ask('/api/v0/models'), 'data')
  return rows.find((row) => row.id === model)?.loaded_context_length
}

function isWindow(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
