import type { Remedy } from '@hermes/core'
import { LoginError } from './login-error.js'
import type { TokenSet } from './token-set.js'

/** Where the tokens of one login are kept. */
export interface TokenStore {
  /** The tokens as they are now. @throws {LoginError} `revoked` when the login is gone, `storage` when it cannot be read. */
  read(): Promise<TokenSet>
  /**
   * Runs work exclusively across processes for the same login. Its `write` stores the new tokens.
   * @throws {LoginError} `storage` when the tokens could not be written, if that can be told before the work begins.
   */
  exclusively(work: (write: (tokens: TokenSet) => Promise<void>) => Promise<TokenSet>): Promise<TokenSet>
}

export interface TokenKeeperOptions {
  readonly store: TokenStore
  readonly renew: (tokens: TokenSet) => Promise<TokenSet>
  /** The wall clock, in milliseconds since 1970. */
  readonly now: () => number
  /** The command of the program that the login belongs to, such as `claude`: the message names it once the login is of no use. */
  readonly owner?: string
  /** What would help then. Default: nothing is said of it. */
  readonly remedy?: Remedy
}

/** Keeps one login usable. */
export interface TokenKeeper {
  /** Tokens that are good for a while: renewed where they end soon. @throws {LoginError} */
  current(): Promise<TokenSet>
  /** Other tokens than the one that was refused. @throws {LoginError} */
  replace(refused: string): Promise<TokenSet>
}

/** Programs that share a login renew it five minutes before its end: its owner comes first. */
const marginMs = 2 * 60_000

/**
 * Renews the tokens of a login before they end and when they are refused, once for everybody: callers in this process
 * share the renewal, and other processes find its result. Refresh tokens may be good for one use, so what was bought is
 * stored before it is used, and a renewal that has begun is never interrupted.
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

  /** A program that takes no lock may have renewed the login a moment before. */
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
        // Good for a moment yet: better than nothing while the server cannot be reached.
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
