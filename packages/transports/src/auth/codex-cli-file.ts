import { join } from 'node:path'
import { isRecord } from '@hermes/safety'
import { recordAt, textAt, tryParseJson, type WireRecord } from '../shared/json.js'
import type { ForeignFormat } from './foreign-format.js'
import { endOf, lifetimeOf } from './jwt.js'
import { accountIdOf } from './token-set.js'

/**
 * Format of the `auth.json` of OpenAI's Codex, for logins with a ChatGPT subscription. Codex rereads the file before it
 * renews the tokens.
 */
export const codexCliFile: ForeignFormat = {
  source: 'codex_cli',
  program: 'Codex',
  command: 'codex login',
  path: ({ CODEX_HOME }, userFolder) => join(CODEX_HOME || join(userFolder, '.codex'), 'auth.json'),
  lockedPath: (path) => path,
  read(text) {
    const content = tryParseJson(text)
    if (!isRecord(content)) return undefined
    const tokens = recordAt(content, 'tokens')
    const accessToken = textAt(tokens, 'access_token')
    if (accessToken === '') return undefined
    const refreshToken = textAt(tokens, 'refresh_token')
    const idToken = textAt(tokens, 'id_token')
    const accountId = textAt(tokens, 'account_id') || accountIdOf(idToken) || accountIdOf(accessToken)
    const expiresAtMs = expiryOf(content, accessToken)
    return {
      accessToken,
      ...(refreshToken && { refreshToken }),
      ...(expiresAtMs !== undefined && { expiresAtMs }),
      ...(accountId && { accountId }),
      ...(idToken && { idToken }),
    }
  },
  write(text, { accessToken, refreshToken, idToken }, now) {
    const content = tryParseJson(text)
    const known = isRecord(content) ? content : {}
    const tokens = {
      ...recordAt(known, 'tokens'),
      access_token: accessToken,
      ...(refreshToken && { refresh_token: refreshToken }),
      ...(idToken && { id_token: idToken }),
    }
    return `${JSON.stringify({ ...known, tokens, last_refresh: new Date(now).toISOString() }, undefined, 2)}\n`
  },
}

/** Computes the expiry by the local clock if the file stores the time of the last refresh, because the issuer's clock may differ. */
function expiryOf(content: WireRecord, accessToken: string): number | undefined {
  const refreshedAt = Date.parse(textAt(content, 'last_refresh'))
  const lifetimeMs = lifetimeOf(accessToken)
  if (Number.isFinite(refreshedAt) && lifetimeMs !== undefined) return refreshedAt + lifetimeMs
  return endOf(accessToken)
}
