import { dirname, join } from 'node:path'
import { isRecord } from '@hermes/safety'
import { recordAt, textAt, tryParseJson } from '../shared/json.js'
import type { ForeignFormat } from './foreign-format.js'

/**
 * Format of Claude Code's `.credentials.json` on Linux and Windows; on macOS the login is in the keychain. Claude Code
 * locks its whole folder during a renewal.
 */
export const claudeCodeFile: ForeignFormat = {
  source: 'claude_code',
  program: 'Claude Code',
  command: 'claude',
  path: ({ CLAUDE_CONFIG_DIR }, userFolder) =>
    join(CLAUDE_CONFIG_DIR || join(userFolder, '.claude'), '.credentials.json'),
  lockedPath: dirname,
  read(text) {
    const content = tryParseJson(text)
    const login = isRecord(content) ? recordAt(content, 'claudeAiOauth') : {}
    // After a logout, Claude Code keeps an entry with empty tokens.
    const accessToken = textAt(login, 'accessToken')
    if (accessToken === '') return undefined
    const refreshToken = textAt(login, 'refreshToken')
    const { expiresAt } = login
    return {
      accessToken,
      ...(refreshToken && { refreshToken }),
      ...(typeof expiresAt === 'number' && expiresAt > 0 && { expiresAtMs: expiresAt }),
    }
  },
  write(text, { accessToken, refreshToken, expiresAtMs }) {
    const content = tryParseJson(text)
    const known = isRecord(content) ? content : {}
    const login = { ...recordAt(known, 'claudeAiOauth'), accessToken, refreshToken, expiresAt: expiresAtMs }
    return JSON.stringify({ ...known, claudeAiOauth: login })
  },
}
