import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startFakeProvider, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'

const cli = cliInHome()
const { hermes } = cli
const key = 'sk-live-aaaaaaaaaaaaaaaaaaaa'

const config = (text: string) => writeFile(join(cli.home, 'config.yaml'), text, { mode: 0o600 })

test('shows what is set up, and calls the model only with --deep', async () => {
  await using server = await startFakeProvider({ script: () => text('ready'), apiKey: 'right' })
  await config(`model: { provider: custom, default: tea, base_url: ${server.baseUrl}, api_key: right }\n`)
  const { code, out } = await hermes('status', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    profile: 'default',
    model: { id: 'tea', provider: 'custom' },
    openQuestions: 0,
  })
  expect(server.requests).toHaveLength(0)
  expect((await hermes('status', '--deep')).out).toMatch(/^Answers +yes$/m)
  await hermes('config', 'set', 'model.api_key', 'wrong')
  const deep = await hermes('status', '--deep', '--all')
  expect(deep.code).toBe(1)
  expect(deep.out).toMatch(/^Answers +no\. .* refused the API key/m)
  expect(deep.out).toMatch(/^Home folder +\w+: /m)
})

test.each(['status', 'tools'])('%s shows everything that does not need a missing container engine', async (command) => {
  await config('terminal: { backend: docker, docker_program: /nowhere/docker }\n')
  const { code, out, err } = await hermes(command)
  expect(code).toBe(0)
  expect(out).toMatch(command === 'status' ? /^Tools +\d+ available/m : /^terminal\n {2}. terminal/m)
  const told = (out + err).match(/^.*Commands.*\/nowhere\/docker failed\. It is not installed\..*$/gm)
  expect(told).toHaveLength(1)
  expect((await hermes('-z', 'hello')).err).toContain('/nowhere/docker failed')
})

describe('a report', () => {
  test('names changed settings and keys, and contains no secret', async () => {
    await config(`agent: { max_turns: 7 }\nmodel: { api_key: ${key}x, provider: openai }\n`)
    await writeFile(join(cli.home, '.env'), `OPENROUTER_API_KEY=${key}\n`, { mode: 0o600 })
    await mkdir(join(cli.home, 'logs'), { recursive: true })
    const entry = { time: '2026-03-14T10:15:00.000Z', level: 'warn', message: `refused ${key}` }
    await writeFile(join(cli.home, 'logs', 'agent.log'), `${JSON.stringify(entry)}\n`)
    const { out } = await hermes('dump')
    expect(out).toContain('agent.max_turns: 7')
    expect(out).toContain('key: openrouter env:OPENROUTER_API_KEY')
    const { code, err } = await hermes('debug', 'share', '--local', '-o', 'report.txt')
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('report.txt') })
    const report = await readFile(join(cli.home, 'report.txt'), 'utf8')
    expect(report).toMatch(/## Log\n2026-03-14 10:15:00 warn {2}refused /)
    for (const shown of [out, report]) expect(shown).not.toContain(key)
  })

  test('is written even for broken settings, and never uploaded', async () => {
    await config('model: [\n')
    expect((await hermes('dump')).out).toMatch(/^problem: .*not valid YAML/m)
    expect((await hermes('debug', 'share', '--local')).code).toBe(0)
    expect(await hermes('debug', 'share')).toMatchObject({ code: 2, err: expect.stringContaining('--local') })
  })
})

test('filters logs by level, session and time, also when they are rotated or damaged', async () => {
  await mkdir(join(cli.home, 'logs'), { recursive: true })
  const line = (fields: object) => `${JSON.stringify({ level: 'info', pid: 1, ...fields })}\n`
  const old = line({ time: '2020-01-01T00:00:00.000Z', message: 'old' })
  await writeFile(join(cli.home, 'logs', 'agent.log.1'), old)
  const now = new Date().toISOString()
  const fresh = [
    line({ time: now, message: 'quiet\u001b[2J' }),
    '{"time": "2026-',
    line({ time: now, level: 'error', message: 'loud', sessionId: '20260314_a' }),
  ]
  await writeFile(join(cli.home, 'logs', 'agent.log'), fresh.join('\n'))
  const messages = async (...args: readonly string[]) =>
    (await hermes('logs', ...args)).out
      .trimEnd()
      .split('\n')
      .map((shown) => shown.slice(20))
  expect(await messages()).toEqual(['info  old', String.raw`info  quiet\x1b[2J`, 'error loud sessionId=20260314_a'])
  expect(await messages('--level', 'warn')).toEqual(['error loud sessionId=20260314_a'])
  expect(await messages('--session', '20260314')).toEqual(['error loud sessionId=20260314_a'])
  expect(await messages('--since', '1d', '--limit', '1')).toEqual(['error loud sessionId=20260314_a'])
})

test('closes files to other users with doctor --fix', async () => {
  await config('{}\n')
  await chmod(cli.home, 0o755)
  await chmod(join(cli.home, 'config.yaml'), 0o644)
  const { err } = await hermes('doctor', '--fix')
  expect(err).toContain(`Closed ${join(cli.home, 'config.yaml')} to other users.`)
  expect((await stat(join(cli.home, 'config.yaml'))).mode & 0o777).toBe(0o600)
  expect((await hermes('doctor', '--fix')).err).not.toContain('Closed')
})

test('extends, shortens and empties the fallback chain', async () => {
  const env = '.env'
  await writeFile(join(cli.home, env), 'GROQ_API_KEY=gsk-0123456789abcdef\n', { mode: 0o600 })
  await config('# mine\nagent: { max_turns: 7 }\nmodel: { provider: custom, base_url: http://127.0.0.1:9/v1 }\n')
  expect((await hermes('fallback', 'add', 'groq')).code).toBe(0)
  expect((await hermes('fallback', 'add', 'custom', 'qwen3', '--base-url', 'http://127.0.0.1:9/v1')).out).toBe(
    '1  groq  its default model\n2  custom  qwen3  http://127.0.0.1:9/v1\n',
  )
  expect(await hermes('fallback', 'add', 'openai')).toMatchObject({
    code: 1,
    err: expect.stringContaining('OPENAI_API_KEY'),
  })
  expect(await hermes('fallback', 'add', 'custom')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/"custom" needs the address of its server.*--base-url/),
  })
  expect(await hermes('fallback', 'add', 'opnai')).toMatchObject({ code: 2, err: expect.stringContaining('openai') })
  expect((await hermes('fallback', 'remove', '1')).out).toBe('1  custom  qwen3  http://127.0.0.1:9/v1\n')
  expect((await hermes('fallback', 'remove', 'groq')).code).toBe(2)
  await hermes('fallback', 'clear')
  expect(JSON.parse((await hermes('fallback', 'list', '--json')).out)).toEqual([])
  expect(await readFile(join(cli.home, 'config.yaml'), 'utf8')).toContain('# mine')
})
