import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { openClawConfig, writeTree } from '../../../../../testing/openclaw-home.js'
import { runCli } from '../../../../start/run-cli.js'

let folder: string
let home: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-import-settings-'))
  home = join(folder, 'home')
})
afterEach(() => rm(folder, { recursive: true }))

async function hermes(...args: string[]) {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const stderr = new PassThrough({ encoding: 'utf8' })
  const env = { HERMES_HOME: home, HOME: folder }
  const code = await runCli(args, { io: { stdin: new PassThrough(), stdout, stderr, env, workingDirectory: folder } })
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}

async function imported(config: string, ...args: string[]) {
  await writeTree(folder, { '.openclaw/openclaw.json': config })
  const { out, err } = await hermes('import-agent', 'openclaw', '--json', ...args)
  expect(err).toBe('')
  return JSON.parse(out)
}

async function settings() {
  return parse(await readFile(join(home, 'config.yaml'), 'utf8'))
}

const tokens = 'TELEGRAM_BOT_TOKEN=123456:abc\nMATRIX_ACCESS_TOKEN=syt_abc\nWIKI_TOKEN=wiki-abcdef\n'

test('writes the settings that Hermes has as well', async () => {
  await writeTree(home, { '.env': tokens })
  await writeTree(folder, {
    '.openclaw/credentials/telegram-default-allowFrom.json':
      '{ "version": 1, "allowFrom": ["987654321", "123456789"] }',
  })
  const report = await imported(openClawConfig)
  expect(await settings()).toEqual({
    model: { default: 'claude-opus-4-6', provider: 'anthropic' },
    fallback_providers: [
      { provider: 'openrouter', model: 'qwen/qwen3' },
      { provider: 'bakery', model: 'dough-7b' },
    ],
    model_aliases: { opus: { provider: 'anthropic', model: 'claude-opus-4-6' } },
    providers: {
      bakery: {
        base_url: 'https://models.bakery.example/v1',
        key_env: 'BAKERY_API_KEY',
        models: { 'dough-7b': { context_length: 32_000, max_output_tokens: 4096 } },
      },
    },
    agent: { reasoning_effort: 'low' },
    cron: { timezone: 'Europe/Amsterdam' },
    terminal: { timeout: 90 },
    tts: { provider: 'elevenlabs', voice: 'voice-1', model: 'eleven_v3' },
    platforms: {
      telegram: {
        token: `\${TELEGRAM_BOT_TOKEN}`,
        allow_from: ['123456789', '987654321'],
        owners: ['123456789'],
        unauthorized: 'ignore',
        allowed_chats: ['-1001234567890'],
        free_chats: ['-1001234567890'],
        channels: {
          '-1001234567890': { prompt: 'Keep answers brief.' },
          '-1001234567890:99': { prompt: 'Stay on topic.' },
        },
        home_chat: '123456789',
      },
      matrix: {
        access_token: `\${MATRIX_ACCESS_TOKEN}`,
        homeserver: 'https://matrix.bakery.example',
        allow_from: ['@ada:bakery.example'],
      },
    },
    mcp_servers: {
      files: {
        command: 'npx',
        args: ['-y', 'files-server', '/srv'],
        env: { LEVEL: 'info' },
        tools: { include: ['read_file'] },
      },
      wiki: {
        url: 'https://wiki.bakery.example/mcp',
        headers: { Authorization: `Bearer \${WIKI_TOKEN}` },
        transport: 'http',
        timeout: 20,
      },
      shell: { command: 'shell-server', enabled: false },
    },
  })
  expect((await hermes('config', 'check')).code).toBe(0)
  expect(report.not_imported).toEqual(
    expect.arrayContaining([
      'gateway',
      'channels.whatsapp',
      'agents.defaults.heartbeat',
      'agents.list.work',
      'tools.web',
      'session',
    ]),
  )
  expect(report.not_imported.join()).not.toMatch(/meta|wizard|channels\.telegram|mcp|env/)
  const reasons = JSON.stringify(report.reasons)
  expect(reasons).toContain('channels.telegram.allowFrom has @ada, which is no id of a person')
  expect(reasons).toContain('The model venice/llama is not imported: Hermes has no provider of this name.')
  expect(reasons).toContain('MCP_mail_MAIL_TOKEN'.toUpperCase())
  expect(reasons).toContain('The MCP server shell is imported switched off')
  expect(JSON.stringify(report)).not.toContain('mail-secret')
})

test('changes nothing in a second import', async () => {
  await writeTree(home, { '.env': tokens })
  await imported(openClawConfig)
  const before = await readFile(join(home, 'config.yaml'), 'utf8')
  const { settings: again, backup } = await imported(openClawConfig)
  expect(again).toMatchObject({ added: [], kept: [] })
  expect(again.unchanged).toContain('platforms.telegram.allow_from')
  expect(backup).toBeNull()
  expect(await readFile(join(home, 'config.yaml'), 'utf8')).toBe(before)
})

test('keeps existing settings, with their comments', async () => {
  const before = '# mine\nmodel:\n  default: my-model\nmcp_servers:\n  files: { command: my-files }\n'
  await writeTree(home, { 'config.yaml': before })
  const { settings: items } = await imported(openClawConfig)
  expect(items.kept).toEqual(['model', 'mcp_servers.files'])
  const after = await settings()
  expect(after.model).toEqual({ default: 'my-model' })
  expect(after.mcp_servers.files).toEqual({ command: 'my-files' })
  expect(await readFile(join(home, 'config.yaml'), 'utf8')).toContain('# mine')
})

test('leaves out a network without its token, so that the gateway starts', async () => {
  const { settings: items, reasons } = await imported('{ channels: { telegram: { allowFrom: [1] } } }')
  expect(items).toMatchObject({ added: [], refused: ['channels.telegram'] })
  expect(reasons[0].reason).toContain('hermes config set TELEGRAM_BOT_TOKEN VALUE')
})

test('leaves out settings that Hermes would not start with, also in a dry run', async () => {
  const config = `{ agents: { defaults: { userTimezone: 'Middle/Earth', model: 'ollama/llama3' } },
    mcp: { servers: { empty: {} } }, models: { providers: { odd: { baseUrl: 'not an address' } } } }`
  const planned = await imported(config, '--dry-run')
  expect(planned.settings).toMatchObject({
    added: ['model'],
    refused: ['providers.odd', 'cron.timezone', 'mcp_servers.empty'],
  })
  expect(planned.reasons.map(({ reason }: { reason: string }) => reason).join('\n')).toContain('Middle/Earth')
  await expect(readFile(join(home, 'config.yaml'))).rejects.toThrow('ENOENT')
  const done = await imported(config)
  expect(done.settings).toEqual(planned.settings)
  expect(await settings()).toEqual({ model: { default: 'llama3', provider: 'ollama' } })
  expect((await hermes('config', 'check')).code).toBe(0)
})

test.each([
  ['minimax/MiniMax-M3', '{}', { provider: 'minimax', default: 'MiniMax-M3' }],
  [
    'moonshot/kimi',
    "{ moonshot: { baseUrl: 'https://api.moonshot.cn/v1' } }",
    { provider: 'moonshot-cn', default: 'kimi' },
  ],
  ['zai/glm', '{}', { provider: 'zai-coding-plan', default: 'glm' }],
  ['zai/glm', "{ zai: { baseUrl: 'https://api.z.ai/api/paas/v4' } }", { provider: 'zai', default: 'glm' }],
  ['google/gemini-3', '{}', { provider: 'gemini', default: 'gemini-3' }],
  ['openrouter/auto', '{}', { provider: 'openrouter', default: 'openrouter/auto' }],
  ['claude-opus', '{}', { provider: 'anthropic', default: 'claude-opus' }],
  [
    'ollama/llama3',
    "{ ollama: { baseUrl: 'http://localhost:11434', api: 'ollama', apiKey: 'ollama-local' } }",
    { provider: 'ollama', default: 'llama3' },
  ],
  ['openai/gpt', "{ openai: { baseUrl: 'https://proxy.example/v1' } }", { provider: 'openai-server', default: 'gpt' }],
])('imports the model %s with the servers %s', async (model, providers, expected) => {
  await imported(`{ agents: { defaults: { model: '${model}' } }, models: { providers: ${providers} } }`)
  expect((await settings()).model).toEqual(expected)
  expect((await hermes('config', 'check')).code).toBe(0)
})

test('uses the model of the named agent', async () => {
  const config = `{ agents: { defaults: { model: 'openai/gpt' }, list: [{ id: 'main' }, { id: 'work', model: { primary: 'xai/grok' } }] } }`
  await imported(config, '--agent', 'work')
  expect((await settings()).model).toEqual({ provider: 'xai', default: 'grok' })
})
