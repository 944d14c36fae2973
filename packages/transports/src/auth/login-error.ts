import { HermesError, type HermesErrorOptions } from '@hermes/core'

export type LoginErrorKind =
  /** The user or the provider denied the login. */
  | 'denied'
  /** The login was not confirmed in time. */
  | 'expired'
  /** The response belongs to another login. */
  | 'mismatch'
  /** The stored login is no longer valid; a new login is needed. */
  | 'revoked'
  /** The provider is temporarily unavailable. */
  | 'unavailable'
  /** The provider's response is invalid. */
  | 'protocol'
  /** The tokens could not be read, locked or stored. */
  | 'storage'

/** Thrown when a login or its renewal fails. The message never contains a secret. */
export class LoginError extends HermesError {
  readonly kind: LoginErrorKind

  constructor(kind: LoginErrorKind, message: string, options: HermesErrorOptions = {}) {
    super(`login/${kind}`, message, options)
    this.kind = kind
  }

  static override is(error: unknown): error is LoginError {
    return HermesError.is(error) && error.code.startsWith('login/')
  }
}
