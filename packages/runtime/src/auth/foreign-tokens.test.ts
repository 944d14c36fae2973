import { lstat, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { startFakeAuthorization } from '@hermes/testkit'
import { createTokenKeeper, type ForeignFormat, findLoginProvider, type TokenKeeper } from '@hermes/transports/auth'
import { expect, test } from 'vitest'
import { claudeFile, openDesk } from '../../testing/credentials.js'
import { modeOf } from '../../testing/temp-home.js'
import { foreignTokens } from './foreign-tokens.js'

const login = findLoginProvider('anthropic')
const services = { fetch, now: Date.now, sleep: async () => undefined }

function formatOf(): ForeignFormat {
  if (!login?.foreign) throw new Error('Anthropic has no foreign login')
  return login.foreign
}

function keeperOf(path: string, issuer: string): TokenKeeper {
  return createTokenKeeper({
    store: foreignTokens(formatOf(), path),
    renew: async (tokens) => (await login?.renew?.(tokens, { issuer, services })) ?? tokens,
    now: Date.now,
    owner: 'claude',
  })
}

async function openClaude(expiresAt = Date.now() - 1000) {
  const server = await startFakeAuthorization()
  const desk = await openDesk()
  const path = await desk.writeForeign('.claude/.credentials.json', claudeFile(server.issue('claude'), expiresAt))
  const read = async () => JSON.parse(await readFile(path, 'utf8'))
  return { server, desk, path, read }
}

test('writes renewed tokens back to the file, and keeps its other content and mode', async () => {
  const { server, path, read } = await openClaude()
  await using _ = server
  const tokens = await keeperOf(path, server.issuer).current()
  expect(await read()).toEqual({
    claudeAiOauth: {
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken,
      expiresAt: tokens.expiresAtMs,
      scopes: ['user:inference'],
    },
    other: { kept: true },
  })
  expect(await modeOf(path)).toBe(0o600)
  expect(await readdir(dirname(path))).toEqual([basename(path)])
  // The other program continues with the content of its file.
  expect((await keeperOf(path, server.issuer).replace(tokens.accessToken)).accessToken).not.toBe(tokens.accessToken)
})

test('keeps a symbolic link', async () => {
  const { server, path, read } = await openClaude()
  await using _ = server
  const target = join(dirname(path), 'elsewhere.json')
  await rename(path, target)
  await symlink(target, path)
  await keeperOf(path, server.issuer).current()
  expect((await lstat(path)).isSymbolicLink()).toBe(true)
  expect((await read()).claudeAiOauth.accessToken).toBe('sk-ant-oat01-fake-2')
})

test('renews once for two independent keepers, as in two processes', async () => {
  const { server, path } = await openClaude()
  await using _ = server
  const all = await Promise.all([1, 2, 3].map(() => keeperOf(path, server.issuer).current()))
  expect(new Set(all.map(({ accessToken }) => accessToken)).size).toBe(1)
  expect(server.to('/v1/oauth/token')).toHaveLength(1)
})

test('does not overwrite a newer login of the user', async () => {
  const { server, path, read } = await openClaude()
  await using _ = server
  const release = server.hold()
  const renewing = keeperOf(path, server.issuer).current()
  await expect.poll(() => server.to('/v1/oauth/token').length).toBe(1)
  const theirs = claudeFile(
    { accessToken: 'sk-ant-oat01-new', refreshToken: 'sk-ant-ort01-new' },
    Date.now() + 3_600_000,
  )
  await writeFile(path, JSON.stringify(theirs))
  release()
  await renewing
  expect(await read()).toEqual(theirs)
})

test('renews nothing when the file cannot be written', async () => {
  const server = await startFakeAuthorization()
  await using _ = server
  const { userFolder } = await openDesk()
  // A longer file name would exceed the limit of this folder.
  const path = join(userFolder, 'claude', 'c'.repeat(250))
  await mkdir(dirname(path))
  await writeFile(path, JSON.stringify(claudeFile(server.issue('claude'), 0 + 1)))
  await expect(keeperOf(path, server.issuer).current()).rejects.toMatchObject({
    kind: 'storage',
    message: expect.stringContaining('`claude`'),
  })
  expect(server.requests).toEqual([])
})

test('names the login command when the file no longer has a login', async () => {
  const { server, path } = await openClaude()
  await using _ = server
  await writeFile(path, '{"claudeAiOauth":{"accessToken":"","refreshToken":"","expiresAt":0}}')
  await expect(keeperOf(path, server.issuer).current()).rejects.toThrow(/no longer a login in .*with `claude`/)
})
