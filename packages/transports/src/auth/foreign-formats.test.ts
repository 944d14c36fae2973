import { expect, test } from 'vitest'
import { claudeCodeFile } from './claude-code-file.js'
import { codexCliFile } from './codex-cli-file.js'

function jwt(claims: object): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`
}

test('reads the file of Claude Code, and keeps its other content when writing', () => {
  const known = {
    claudeAiOauth: {
      accessToken: 'sk-ant-oat01-a',
      refreshToken: 'sk-ant-ort01-a',
      expiresAt: 1_800_000_000_000,
      scopes: ['user:inference'],
      subscriptionType: 'max',
    },
    organizationUuid: 'o-1',
  }
  const text = JSON.stringify(known)
  expect(claudeCodeFile.read(text)).toEqual({
    accessToken: 'sk-ant-oat01-a',
    refreshToken: 'sk-ant-ort01-a',
    expiresAtMs: 1_800_000_000_000,
  })
  const renewed = { accessToken: 'sk-ant-oat01-b', refreshToken: 'sk-ant-ort01-b', expiresAtMs: 1_900_000_000_000 }
  expect(JSON.parse(claudeCodeFile.write(text, renewed, 0))).toEqual({
    ...known,
    claudeAiOauth: {
      ...known.claudeAiOauth,
      accessToken: 'sk-ant-oat01-b',
      refreshToken: 'sk-ant-ort01-b',
      expiresAt: 1_900_000_000_000,
    },
  })
})

test('reads the file of Codex, and keeps its other content when writing', () => {
  const issued = 1_700_000_000
  const access = jwt({ iat: issued, exp: issued + 3600, 'https://api.openai.com/auth': { chatgpt_account_id: 'acc' } })
  const refreshedAt = '2026-11-21T10:00:00.000Z'
  const known = {
    OPENAI_API_KEY: null,
    tokens: { id_token: 'id', access_token: access, refresh_token: 'r-1', account_id: 'acc' },
    last_refresh: refreshedAt,
    future: { kept: true },
  }
  const text = JSON.stringify(known)
  expect(codexCliFile.read(text)).toEqual({
    accessToken: access,
    refreshToken: 'r-1',
    idToken: 'id',
    accountId: 'acc',
    // Computed from the local clock instead of the issuer's.
    expiresAtMs: Date.parse(refreshedAt) + 3_600_000,
  })
  const now = Date.parse('2026-11-22T10:00:00.000Z')
  expect(JSON.parse(codexCliFile.write(text, { accessToken: 'new', refreshToken: 'r-2' }, now))).toEqual({
    ...known,
    tokens: { id_token: 'id', access_token: 'new', refresh_token: 'r-2', account_id: 'acc' },
    last_refresh: '2026-11-22T10:00:00.000Z',
  })
})

test.each([
  '',
  'no json',
  '[]',
  '{}',
  '{"claudeAiOauth":{"accessToken":"","refreshToken":"","expiresAt":0}}',
  '{"OPENAI_API_KEY":"sk-x","tokens":null}',
])('%s contains no login', (text) => {
  expect(claudeCodeFile.read(text)).toBeUndefined()
  expect(codexCliFile.read(text)).toBeUndefined()
})

test('locates the files of other programs', () => {
  expect(claudeCodeFile.path({}, '/home/ann')).toBe('/home/ann/.claude/.credentials.json')
  expect(claudeCodeFile.path({ CLAUDE_CONFIG_DIR: '/c' }, '/home/ann')).toBe('/c/.credentials.json')
  expect(codexCliFile.path({ CODEX_HOME: '/x' }, '/home/ann')).toBe('/x/auth.json')
  // Claude Code locks its folder, not the file.
  expect(claudeCodeFile.lockedPath('/home/ann/.claude/.credentials.json')).toBe('/home/ann/.claude')
})
