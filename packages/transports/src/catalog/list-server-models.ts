import { HermesError, TransportError } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { isRecord, maskUrl } from '@hermes/safety'
import { networkSentence } from '../shared/errors/network-error.js'
import { codeOf } from '../shared/http/error-code.js'
import { proxyProblem } from '../shared/http/proxy-problem.js'
import { recordAt, textAt, type WireRecord } from '../shared/json.js'

export interface ListServerModelsOptions {
  /** Base URL with the version, such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string
  readonly apiKey?: string
  readonly fetch: typeof globalThis.fetch
  readonly signal: AbortSignal
}

export interface ServerModel {
  readonly id: string
  /** Context window in tokens. Absent if the server does not report it. */
  readonly contextWindow?: number
}

const timeoutMs = 10_000

/**
 * Lists the models of an OpenAI-compatible server. The key is sent to this address only, not to redirects.
 * @throws {HermesError} `catalog/unavailable`. If the key was refused, its cause is a `TransportError` of kind `auth`.
 * Rejects with the signal's reason on an abort.
 */
export async function listServerModels(options: ListServerModelsOptions): Promise<readonly ServerModel[]> {
  const { baseUrl, apiKey, fetch, signal } = options
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
    const problem = proxyProblem(cause)
    if (problem !== undefined) throw new HermesError('catalog/unavailable', problem, { cause })
    if (cause instanceof TypeError && codeOf(cause) !== '') {
      const { hostname } = new URL(baseUrl)
      throw new HermesError('catalog/unavailable', networkSentence(codeOf(cause), { provider: hostname, baseUrl }))
    }
    throw new HermesError('catalog/unavailable', `${maskUrl(url)} did not answer with a list of models.`, { cause })
  }
}

function readList({ ok, status }: Response, text: string): readonly ServerModel[] {
  if (status === 401 || status === 403)
    throw new TransportError('auth', `The server refused the key (${status}).`, { status })
  if (!ok) throw new HermesError('catalog/unavailable', `The server answered with status ${status}.`)
  const body: unknown = parseJson(text)
  const list = isRecord(body) ? body.data : undefined
  if (!Array.isArray(list)) throw new HermesError('catalog/unavailable', 'The response contains no model list.')
  return list.filter(isRecord).flatMap((row) => toModel(row))
}

function toModel(row: WireRecord): ServerModel[] {
  const id = textAt(row, 'id')
  const contextWindow = windowOf(row)
  return id === '' ? [] : [{ id, ...(contextWindow !== undefined && { contextWindow }) }]
}

/** Returns the context window. There is no standard field: vLLM, OpenRouter, Groq and Mistral each use their own. */
function windowOf(row: WireRecord): number | undefined {
  const candidates = [row.max_model_len, row.context_length, row.context_window, row.max_context_length]
  const contextWindow = [...candidates, recordAt(row, 'meta').n_ctx].find((value) => Number.isSafeInteger(value))
  return typeof contextWindow === 'number' && contextWindow > 0 ? contextWindow : undefined
}
