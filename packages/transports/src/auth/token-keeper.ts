import type { Remedy } from '@hermes/core'
import { LoginError } from './login-error.js'
import type { TokenSet } from './token-set.js'

/** Storage of one login. */
export interface TokenStore {
  /** Reads the tokens. @throws {LoginError} `revoked` when the login was removed, `storage` when it cannot be read. */
  read(): Promise<TokenSet>
  /**
   * Runs `work` exclusively across all processes that use the login. Its `write` stores the new tokens.
   * @throws {LoginError} `storage` when the tokens cannot be written, if that is known before `work` starts.
   */
  exclusively(work: (write: (tokens: TokenSet) => Promise<void>) => Promise<TokenSet>): Promise<TokenSet>
}

export interface TokenKeeperOptions {
  readonly store: TokenStore
  readonly renew: (tokens: TokenSet) => Promise<TokenSet>
  /** The time in milliseconds since 1970. */
  readonly now: () => number
  /** Command of the program that owns the login, such as `claude`. Named in the error when the login is no longer valid. */
  readonly owner?: string
  /** Remedy for that error. Default: none. */
  readonly remedy?: Remedy
}

/** Provides the valid tokens of one login. */
export interface TokenKeeper {
  /** Returns the tokens, renewed if they expire soon. @throws {LoginError} */
  current(): Promise<TokenSet>
  /** Returns tokens that replace the rejected one. @throws {LoginError} */
  replace(refused: string): Promise<TokenSet>
}

/**
 * How long before their expiry tokens are renewed: two minutes. The owner of a shared login renews it five minutes
 * before, so it comes first.
 */
const marginMs = 2 * 60_000

/**
 * Renews the tokens of a login before they expire and when they are rejected. Callers in this process share a renewal,
 * and other processes use its result. New tokens are stored before they are used and a running renewal is never
 * aborted, because a refresh token may work only once.
 */
export function createTokenKeeper({ store, renew, now, owner, remedy }: TokenKeeperOptions): TokenKeeper {
  let renewing: Promise<TokenSet> | undefined

  function isGood({ accessToken, expiresAtMs }: TokenSet, forMs: number): boolean {
    return accessToken !== '' && (expiresAtMs === undefined || expiresAtMs - now() > forMs)
  }

  async function renewOnce(known: TokenSet): Promise<TokenSet> {
    renewing ??= store
      .exclusively((write) => renewUnlessNewer(known, write))
      .catch(withRemedy)
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }

  async function renewUnlessNewer(known: TokenSet, write: (tokens: TokenSet) => Promise<void>): Promise<TokenSet> {
    const stored = await store.read()
    if (stored.accessToken !== known.accessToken && isGood(stored, marginMs)) return stored
    const renewed = await renew(stored).catch(async (error: unknown) => {
      const newer = await newerThan(stored)
      if (newer && LoginError.is(error) && error.kind === 'revoked') return newer
      throw error
    })
    if (renewed.accessToken !== stored.accessToken || renewed.refreshToken !== stored.refreshToken) await write(renewed)
    return renewed
  }

  /** Rereads the tokens, because a program that ignores the lock may have renewed the login. */
  async function newerThan(stored: TokenSet): Promise<TokenSet | undefined> {
    const latest = await store.read()
    return latest.accessToken !== stored.accessToken && isGood(latest, 0) ? latest : undefined
  }

  function withRemedy(error: unknown): never {
    if (!LoginError.is(error) || error.kind !== 'revoked') throw error
    const how = owner === undefined ? '' : ` with \`${owner}\``
    const options = { cause: error.cause, ...(remedy && { remedy }) }
    throw new LoginError('revoked', `${error.message} Log in again${how}.`, options)
  }

  return {
    async current() {
      const tokens = await store.read().catch(withRemedy)
      if (isGood(tokens, marginMs)) return tokens
      return renewOnce(tokens).catch((error: unknown) => {
        // The server is unreachable, but the token has not expired yet.
        if (isGood(tokens, 0)) return tokens
        throw error
      })
    },
    async replace(refused) {
      const tokens = await store.read().catch(withRemedy)
      if (tokens.accessToken !== refused && isGood(tokens, marginMs)) return tokens
      return renewOnce({ ...tokens, accessToken: refused })
    },
  }
}
