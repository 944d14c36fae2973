import { isRecord } from '@hermes/core/wiring'
import { MemoryError } from '../files/memory-error.js'
import { tryJson } from './try-json.js'

export interface ServiceCallerOptions {
  /** The name of the service in errors. */
  readonly service: string
  readonly fetch: typeof globalThis.fetch
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
}

export interface ServiceCallOptions {
  readonly signal: AbortSignal
  /**
   * Whether "not found" resolves to `undefined`, as services answer for an owner without memories. Default: it is an
   * error.
   */
  readonly mayBeMissing?: boolean
}

/**
 * Sends a `POST` with a JSON body, or a `GET` without one. `path` is below the base URL. @throws {MemoryError}
 * `memory/service`.
 */
export type CallService = (path: string, body: object | undefined, options: ServiceCallOptions) => Promise<unknown>

const maxChars = 1_000_000
const shownChars = 200

/**
 * Creates a caller that exchanges JSON with a service. Redirects are refused, because they would send the key
 * elsewhere.
 */
export function createServiceCaller({ service, fetch, baseUrl, headers }: ServiceCallerOptions): CallService {
  const base = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`

  async function send(path: string, body: object | undefined, signal: AbortSignal): Promise<Response> {
    try {
      return await fetch(new URL(path, base), {
        headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        redirect: 'error',
        signal,
      })
    } catch (cause) {
      signal.throwIfAborted()
      throw new MemoryError(
        'memory/service',
        `${service} at ${new URL(base).origin} cannot be reached: is it running?`,
        {
          cause,
        },
      )
    }
  }

  return async (path, body, { signal, mayBeMissing = false }) => {
    signal.throwIfAborted()
    const response = await send(path, body, signal)
    const text = (await response.text()).slice(0, maxChars)
    if (response.status === 404 && mayBeMissing) return undefined
    if (!response.ok) throw refusal(service, response.status, text)
    return tryJson(text)
  }
}

function refusal(service: string, status: number, text: string): MemoryError {
  const found = tryJson(text)
  const { detail, message, error } = isRecord(found) ? found : {}
  const inner = isRecord(error) ? error.message : undefined
  const reason = [message, detail, error, inner].find((each) => typeof each === 'string') ?? ''
  const remedy = status === 401 || status === 403 ? ' Check the key (memory.provider_options.api_key).' : ''
  const said = reason === '' ? '' : `: ${reason.slice(0, shownChars)}`
  return new MemoryError('memory/service', `${service} refused a call with status ${status}${said}.${remedy}`)
}
