import { describeError, HermesError } from '@hermes/core'

/** Converts an error to the protocol. */
export function toFailure(error: Error) {
  if (!HermesError.is(error)) return { code: 'unexpected', message: describeError(error) }
  const { code, message, remedy } = error
  return { code, message, ...(remedy && { remedy: { ...remedy } }) }
}
