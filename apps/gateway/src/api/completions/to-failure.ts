import { describeError, HermesError, TransportError, type TurnOutcome } from '@hermes/core'

export interface Failure {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The error for a turn without an answer; `undefined` for a turn that has one. */
export function toFailure(outcome: TurnOutcome): Failure | undefined {
  if (outcome.status === 'failed') return errorFailure(outcome.error)
  if (outcome.status !== 'interrupted') return undefined
  return { status: 503, code: 'interrupted', message: `The turn was interrupted: ${outcome.reason}` }
}

/** The error response for an error. */
export function errorFailure(error: Error): Failure {
  const message = describeError(error)
  if (!HermesError.is(error)) return { status: 500, code: 'internal_error', message: 'The request failed.' }
  if (error.code === 'run/empty-input') return { status: 400, code: 'empty_message', message }
  if (!TransportError.is(error)) return { status: 500, code: error.code, message }
  const { status, code } = ofTransport[error.kind] ?? { status: 502, code: 'provider_error' }
  const seconds = error.retryAfterMs === undefined ? undefined : Math.ceil(error.retryAfterMs / 1000)
  return { status, code, message, ...(seconds !== undefined && { headers: { 'retry-after': String(seconds) } }) }
}

/** Distinguishes faults of the request from faults of the provider: a wrong provider key is not the client's fault. */
const ofTransport: Partial<Record<TransportError['kind'], Pick<Failure, 'status' | 'code'>>> = {
  billing: { status: 402, code: 'provider_billing' },
  'rate-limit': { status: 429, code: 'provider_rate_limit' },
  overloaded: { status: 503, code: 'provider_overloaded' },
  timeout: { status: 504, code: 'provider_timeout' },
  'context-overflow': { status: 400, code: 'context_length_exceeded' },
  'content-filter': { status: 400, code: 'content_filter' },
}
