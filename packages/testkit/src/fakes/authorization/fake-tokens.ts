/** Tokens that look like those of the providers, as far as programs inspect them. */
export interface FakeTokens {
  readonly accessToken: string
  readonly refreshToken: string
}

/** Refresh tokens for a single use. Reusing one revokes the whole login, as strict servers do. */
export interface TokenFamilies {
  /** Creates the tokens of a new login. */
  issue(kind: TokenKind): FakeTokens
  /** Exchanges a refresh token. Returns `undefined` when it is not valid. */
  rotate(refreshToken: string): FakeTokens | undefined
  /** Revokes every login. */
  revokeAll(): void
}

export type TokenKind = 'jwt' | 'claude' | 'github'

export function createFamilies(now: () => number, lifetimeSeconds: () => number): TokenFamilies {
  const families = new Map<string, { readonly kind: TokenKind; current: string; isOver: boolean }>()
  let count = 0

  function tokensFor(kind: TokenKind): FakeTokens {
    count += 1
    return { accessToken: accessToken(kind, count, now(), lifetimeSeconds()), refreshToken: `refresh-${kind}-${count}` }
  }

  return {
    issue(kind) {
      const tokens = tokensFor(kind)
      families.set(tokens.refreshToken, { kind, current: tokens.refreshToken, isOver: false })
      return tokens
    },
    rotate(refreshToken) {
      const family = families.get(refreshToken)
      if (!family || family.isOver) return undefined
      if (family.current !== refreshToken) {
        family.isOver = true
        return undefined
      }
      const tokens = tokensFor(family.kind)
      family.current = tokens.refreshToken
      families.set(tokens.refreshToken, family)
      return tokens
    },
    revokeAll() {
      for (const family of families.values()) family.isOver = true
    },
  }
}

function accessToken(kind: TokenKind, count: number, now: number, lifetimeSeconds: number): string {
  if (kind === 'claude') return `sk-ant-oat01-fake-${count}`
  if (kind === 'github') return `ghu_fake${count}`
  const issued = Math.floor(now / 1000)
  const claims = {
    iat: issued,
    exp: issued + lifetimeSeconds,
    jti: String(count),
    'https://api.openai.com/auth': { chatgpt_account_id: 'account-1' },
  }
  const [head, payload] = [{ alg: 'none' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  return `${head}.${payload}.sig`
}
