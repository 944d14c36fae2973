import { TransportError } from '@hermes/core'

/** Describes in one sentence what a failed `fetch` reports about its proxy. Returns `undefined` when it failed for another reason. */
export function proxyProblem(error: unknown): string | undefined {
  const cause = error instanceof TypeError ? error.cause : undefined
  return TransportError.is(cause) ? cause.message : undefined
}
