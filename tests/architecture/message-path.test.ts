import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { openHost, resolveHome } from '@hermes/runtime'
import { type FakeProvider, startFakeProvider, text } from '@hermes/testkit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { runCli } from '../../apps/cli/src/start/run-cli.js'
import { serve } from '../../apps/gateway/src/serving/serve.js'
import { recordRequestStacks } from './async-stacks.js'

const apiKey = 'key-of-this-test'
let provider: FakeProvider
beforeAll(async () => {
  provider = await startFakeProvider({ script: () => text('Hello.') })
})
afterAll(() => provider.close())

/** The files from the call of `submit` to the request to the provider, and those of the surface before it. */
interface MessagePath {
  readonly surface: readonly string[]
  readonly shared: readonly string[]
}

/** Matches packages of surfaces. */
const surfaces = /^packages\/acp\//

/** Returns the path of the only model call during `talk`. */
async function pathOf(talk: () => Promise<void>): Promise<MessagePath> {
  using requests = recordRequestStacks('/chat/completions')
  await talk()
  expect(requests.stacks).toHaveLength(1)
  const [path = []] = requests.stacks
  const first = path.findIndex((file) => file.startsWith('packages/') && !surfaces.test(file))
  return { surface: path.slice(0, first), shared: path.slice(first) }
}

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'hermes-path-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
  const model = `{ provider: custom, base_url: "${provider.baseUrl}", default: m, context_length: 100000 }`
  const titles = 'auxiliary: { title_generation: { enabled: false } }'
  writeFileSync(
    join(home, 'config.yaml'),
    `model: ${model}\n${titles}\ngateway: { api_server: { port: 0, key: ${apiKey} } }\n`,
  )
  return home
}

/** Types a line in the chat, and leaves after the answer. */
async function typeLine(): Promise<void> {
  const home = newHome()
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
  const stdout = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns: 80, rows: 24 })
  let shown = ''
  stdout.on('data', (chunk: string) => {
    shown += chunk
  })
  const io = {
    stdin,
    stdout,
    stderr: new PassThrough(),
    env: { HERMES_HOME: home, HOME: home, TERM: 'xterm-256color' },
    workingDirectory: home,
  }
  const left = runCli(['--cli'], { io })
  await expect.poll(() => shown).toContain('❯')
  stdin.write('hello\r')
  await expect.poll(() => shown).toContain('Hello.')
  stdin.write('\u0004')
  expect(await left).toBe(0)
}

async function oneShot(): Promise<void> {
  const home = newHome()
  const streams = { stdin: new PassThrough().end(), stdout: new PassThrough(), stderr: new PassThrough() }
  const io = { ...streams, env: { HERMES_HOME: home, HOME: home }, workingDirectory: home }
  expect(await runCli(['-z', 'hello'], { io })).toBe(0)
}

/** Sends a prompt as an editor does. */
async function promptFromEditor(): Promise<void> {
  const home = newHome()
  const stdin = new PassThrough()
  const stdout = new PassThrough({ encoding: 'utf8' })
  const io = {
    stdin,
    stdout,
    stderr: new PassThrough(),
    env: { HERMES_HOME: home, HOME: home },
    workingDirectory: home,
  }
  let received = ''
  stdout.on('data', (chunk: string) => {
    received += chunk
  })
  const send = (id: number, method: string, params: object) =>
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
  const left = runCli(['acp'], { io })
  send(1, 'initialize', { protocolVersion: 1 })
  send(2, 'session/new', { cwd: home, mcpServers: [] })
  await expect.poll(() => received).toContain('"sessionId"')
  const [, sessionId] = /"sessionId":"([^"]+)"/.exec(received) ?? []
  send(3, 'session/prompt', { sessionId, prompt: [{ type: 'text', text: 'hello' }] })
  await expect.poll(() => received).toContain('"stopReason":"end_turn"')
  stdin.end()
  expect(await left).toBe(0)
}

async function postRequest(body: object): Promise<void> {
  await using host = await openHost({ paths: resolveHome({ HERMES_HOME: newHome() }), variables: {} })
  const { home: workingDirectory } = host.paths
  await using runtime = await host.open({ surface: { source: 'api_server' }, workingDirectory })
  const gateway = await serve({ runtime, source: 'api_server', workingDirectory, logger: host.logger })
  const messages = [{ role: 'user', content: 'hello' }]
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ model: 'hermes', messages, ...body }),
  })
  expect(await response.text()).toContain('"finish_reason":"stop"')
  await gateway.stop(0)
}

/** Runs an agent as a surface with its own turn handling would. */
async function runAgentDirectly(): Promise<void> {
  await using host = await openHost({ paths: resolveHome({ HERMES_HOME: newHome() }), variables: {} })
  await using runtime = await host.open({ surface: { source: 'test' }, workingDirectory: host.paths.home })
  expect(await (await runtime.agentFor({})).agent.chat('hello')).toBe('Hello.')
}

test('a line in the terminal, an HTTP request and a prompt of an editor pass the same files to the provider', async () => {
  const line = await pathOf(typeLine)
  expect(line.surface.at(-1)).toBe('apps/cli/src/chat/chat.ts')
  const request = await pathOf(() => postRequest({ stream: true }))
  expect(request.surface.at(-1)).toBe('apps/gateway/src/api/completions/post-completion.ts')
  expect(request.shared).toEqual(line.shared)
  expect((await pathOf(() => postRequest({}))).shared).toEqual(line.shared)
  expect((await pathOf(oneShot)).shared).toEqual(line.shared)
  const prompt = await pathOf(promptFromEditor)
  expect(prompt.surface.at(-1)).toBe('packages/acp/src/session/editor-session.ts')
  expect(prompt.shared).toEqual(line.shared)
})

test('the path leads through the conversation, the runtime and the agent to the transport', async () => {
  const { shared } = await pathOf(oneShot)
  expect(shared[0]).toBe('packages/conversations/src/live/live-conversation.ts')
  const packages = shared.map((file) => file.split('/')[1])
  expect(packages.filter((name, index) => name !== packages[index - 1])).toEqual([
    'conversations',
    'runtime',
    'core',
    'transports',
  ])
})

test('a surface with its own turn handling has a different path', async () => {
  const { shared } = await pathOf(runAgentDirectly)
  expect(shared.filter((file) => file.startsWith('packages/conversations/'))).toEqual([])
  expect(shared.at(-1)).toMatch(/^packages\/transports\//)
})
