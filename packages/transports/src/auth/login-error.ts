import { HermesError, type HermesErrorOptions } from '@hermes/core'

/** What went wrong with a login, as far as programs have to tell it apart. */
export type LoginErrorKind =
  /** The user, or the provider, said no. */
  | 'denied'
  /** The login was not confirmed in time. */
  | 'expired'
  /** The answer belongs to another login than the one that was started. */
  | 'mismatch'
  /** The stored login is no longer valid: only a new one helps. */
  | 'revoked'
  /** The provider did not answer, or not now. */
  | 'unavailable'
  /** The provider answered something that no login has. */
  | 'protocol'
  /** The tokens could not be read, locked or stored. */
  | 'storage'

/** A login, or its renewal, failed. The message never holds a secret. */
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
