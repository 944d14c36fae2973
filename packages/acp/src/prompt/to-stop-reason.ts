import { RequestError, type StopReason } from '@agentclientprotocol/sdk/unstable'
import type { SubmissionEnd } from '@hermes/conversations'
import { ConfigError, describeError, TransportError, type TurnOutcome } from '@hermes/core'

/** Returns why a prompt has ended. @throws {RequestError} when its turn failed. */
export function toStopReason(end: SubmissionEnd): StopReason {
  switch (end.status) {
    case 'turn':
      return reasonOfTurn(end.result.outcome)
    case 'cancelled':
    case 'left-queued':
      return 'cancelled'
    case 'refused':
      throw new RequestError(-32600, end.message)
    case 'failed':
      throw toRequestError(end.error)
    default:
      return 'end_turn'
  }
}

function reasonOfTurn(outcome: TurnOutcome): StopReason {
  switch (outcome.status) {
    case 'completed':
      return outcome.isTruncated ? 'max_tokens' : 'end_turn'
    case 'exhausted':
      return 'max_turn_requests'
    case 'interrupted':
      return 'cancelled'
    case 'halted':
      return 'end_turn'
    case 'failed':
      if (TransportError.is(outcome.error) && outcome.error.kind === 'content-filter') return 'refusal'
      throw toRequestError(outcome.error)
  }
}

/** Returns the error of a request, with the sentence that people read. */
export function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  const needsLogin = (TransportError.is(error) && error.kind === 'auth') || ConfigError.is(error)
  return new RequestError(needsLogin ? -32000 : -32603, describeError(error))
}
