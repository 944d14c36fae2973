import { TransportError } from '@hermes/core'

/** What a failed `fetch` says of its proxy, in one sentence; `undefined` when it failed for another reason. */
export function proxyProblem(error: unknown): string | undefined {
  const cause = error instanceof TypeError ? error.cause : undefined
  return TransportError.is(cause) ? cause.message : undefined
}
