import { HermesError } from '@hermes/core'

export type WebErrorKind = 'refused' | 'unreachable' | 'timeout' | 'redirect' | 'content-type' | 'unreadable' | 'search'

/** What the web tools could not do, as a sentence for the model. The code is `web/<kind>`. */
export function webError(kind: WebErrorKind, message: string, cause?: unknown): HermesError {
  return new HermesError(`web/${kind}`, message, cause === undefined ? {} : { cause })
}
