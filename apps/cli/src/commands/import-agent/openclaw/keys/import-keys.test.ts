import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openClawConfig, writeTree } from '../../../../../testing/openclaw-home.js'
import { runCli } from '../../../../start/run-cli.js'

let folder: string
let home: string

const profiles = {
  version: 1,
  profiles: {
    'openai:default': { type: 'api_key', provider: 'openai', key: 'openai-secret-1234567890' },
    'groq:default': {
      type: 'api_key',
      provider: 'groq',
      keyRef: { source: 'env', provider: 'default', id: 'GROQ_FROM_ENV' },
    },
    'anthropic:setup': { type: 'token', provider: 'anthropic', token: 'sk-ant-oat01-secret-token' },
    'openai-codex:ada': { type: 'oauth', provider: 'openai-codex', access: 'oauth-secret', refresh: 'refresh-secret' },
  },
}
const everySecret = /\w-secret|_secret|secret-\w/

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-import-keys-'))
  home = join(folder, 'home')
  await writeTree(join(folder, '.openclaw'), {
    'openclaw.json': openClawConfig,
    '.env':
      'OPENROUTER_API_KEY=router-secret\nNOTION_API_KEY=notion-secret\nWIKI_TOKEN=wiki-secret\nGROQ_FROM_ENV=groq-secret\n',
    'agents/main/agent/auth-profiles.json': JSON.stringify(profiles),
  })
})
afterEach(() => rm(folder, { recursive: true }))

async function hermes(...args: string[]) {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const stderr = new PassThrough({ encoding: 'utf8' })
  const env = { HERMES_HOME: home, HOME: folder }
  const code = await runCli(args, { io: { stdin: new PassThrough(), stdout, stderr, env, workingDirectory: folder } })
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}

async function imported(...args: string[]) {
  const { out, err } = await hermes('import-agent', 'openclaw', '--json', ...args)
  expect(err).toBe('')
  return JSON.parse(out)
}

const variables = async () => parseEnv(await readFile(join(home, '.env'), 'utf8'))

test('names keys, and imports none without --secrets', async () => {
  const { out, err } = await hermes('import-agent', 'openclaw')
  expect(err).toContain('Keys are only imported with --secrets: TELEGRAM_BOT_TOKEN, MATRIX_ACCESS_TOKEN, ')
  expect(err).toContain('channels.telegram is not imported, because its token is missing here: import with --secrets')
  expect(out + err).not.toMatch(everySecret)
  for (const name of ['.env', 'auth.json']) await expect(stat(join(home, name))).rejects.toThrow('ENOENT')
})

test('stores keys where Hermes looks for them with --secrets, and prints none', async () => {
  const { out, err } = await hermes('import-agent', 'openclaw', '--secrets')
  expect(await variables()).toEqual({
    TELEGRAM_BOT_TOKEN: '123456:telegram-secret',
    MATRIX_ACCESS_TOKEN: 'syt_matrix_secret',
    MCP_MAIL_MAIL_TOKEN: 'mail-secret-123456',
    ELEVENLABS_API_KEY: 'eleven-secret',
    BAKERY_API_KEY: 'bakery-secret-1234567890',
    OPENROUTER_API_KEY: 'router-secret',
    WIKI_TOKEN: 'wiki-secret',
    CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-secret-token',
  })
  const list = JSON.parse((await hermes('auth', 'list', '--json')).out)
  expect(list.map(({ provider }: { provider: string }) => provider)).toEqual(expect.arrayContaining(['openai', 'groq']))
  expect((await stat(join(home, '.env'))).mode & 0o077).toBe(0)
  expect(out + err).not.toMatch(everySecret)
  expect(err).toContain('env.NOTION_API_KEY')
  expect(err).toContain('auth.openai-codex:ada')
  const config = await readFile(join(home, 'config.yaml'), 'utf8')
  expect(config).not.toMatch(everySecret)
  expect(config).toContain(`MAIL_TOKEN: \${MCP_MAIL_MAIL_TOKEN}`)
  expect((await hermes('config', 'check')).code).toBe(0)
})

test('finds the same keys in a dry run, and leaves no copy of a key', async () => {
  const planned = await imported('--secrets', '--dry-run')
  await expect(stat(join(home, '.env'))).rejects.toThrow('ENOENT')
  expect((await readdir(join(home, 'cache'))).filter((name) => name.startsWith('import-'))).toEqual([])
  const done = await imported('--secrets')
  expect({ keys: done.keys, settings: done.settings }).toEqual({ keys: planned.keys, settings: planned.settings })
  expect(JSON.stringify([planned, done])).not.toMatch(everySecret)
})

test('keeps an existing key, and adds none in a second import', async () => {
  await writeTree(home, { '.env': 'OPENROUTER_API_KEY=mine\n' })
  const { keys } = await imported('--secrets')
  expect(keys.kept).toEqual(['OPENROUTER_API_KEY'])
  expect((await variables()).OPENROUTER_API_KEY).toBe('mine')
  const again = await imported('--secrets')
  expect(again.keys).toMatchObject({ added: [], kept: ['OPENROUTER_API_KEY'] })
  expect(again.keys.unchanged).toContain('openai')
  expect(again.backup).toBeNull()
})

test('assigns the keys of a custom server to it, and none to a server on this machine', async () => {
  await writeTree(folder, {
    '.openclaw/openclaw.json': `{ models: { providers: {
      lab: { baseUrl: 'https://lab.example/v1', apiKey: 'lab-secret', models: [] },
      ollama: { baseUrl: 'http://127.0.0.1:11434/v1', apiKey: 'ollama-local', models: [] },
    } } }`,
  })
  const { keys } = await imported('--secrets')
  expect(keys.added).toContain('lab')
  expect(keys.added).not.toContain('ollama')
  const list = JSON.parse((await hermes('auth', 'list', 'lab', '--json')).out)
  expect(list).toMatchObject([{ provider: 'lab', label: 'OpenClaw' }])
})
