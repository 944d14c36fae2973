import { describeError, HermesError } from '@hermes/core'

/** An error as the protocol carries it. */
export function toFailure(error: Error) {
  if (!HermesError.is(error)) return { code: 'unexpected', message: describeError(error) }
  const { code, message, remedy } = error
  return { code, message, ...(remedy && { remedy: { ...remedy } }) }
}
