import { HermesError } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { isRecord, maskUrl } from '@hermes/safety'
import { recordAt, textAt, type WireRecord } from '../shared/json.js'

export interface ListServerModelsOptions {
  /** With the version: `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string
  readonly apiKey?: string
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch
  readonly signal: AbortSignal
}

export interface ServerModel {
  readonly id: string
  /** In tokens, where the server tells. */
  readonly contextWindow?: number
}

const timeoutMs = 10_000

/**
 * Asks an OpenAI-compatible server for its models. The key goes to this address only, not along with a redirect.
 * @throws {HermesError} `catalog/unavailable`; or rejects with the signal's reason.
 */
export async function listServerModels(options: ListServerModelsOptions): Promise<readonly ServerModel[]> {
  const { baseUrl, apiKey, fetch = globalThis.fetch, signal } = options
  const url = `${baseUrl.replace(/(?<!\/)\/+$/, '')}/models`
  try {
    const response = await fetch(url, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      redirect: 'error',
      headers: { accept: 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
    })
    return readList(response, await response.text())
  } catch (cause) {
    signal.throwIfAborted()
    throw new HermesError('catalog/unavailable', `${maskUrl(url)} did not answer with a list of models.`, { cause })
  }
}

function readList({ ok, status }: Response, text: string): readonly ServerModel[] {
  if (!ok) throw new HermesError('catalog/unavailable', `The server answered with status ${status}.`)
  const body: unknown = parseJson(text)
  const list = isRecord(body) ? body.data : undefined
  if (!Array.isArray(list)) throw new HermesError('catalog/unavailable', 'The answer has no list.')
  return list.filter(isRecord).flatMap((row) => toModel(row))
}

function toModel(row: WireRecord): ServerModel[] {
  const id = textAt(row, 'id')
  const contextWindow = windowOf(row)
  return id === '' ? [] : [{ id, ...(contextWindow !== undefined && { contextWindow }) }]
}

/** No field is standard: vLLM, OpenRouter, Groq and Mistral each have their own. */
function windowOf(row: WireRecord): number | undefined {
  const candidates = [row.max_model_len, row.context_length, row.context_window, row.max_context_length]
  const told = [...candidates, recordAt(row, 'meta').n_ctx].find((value) => Number.isSafeInteger(value))
  return typeof told === 'number' && told > 0 ? told : undefined
}
