import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openWebSocket } from '@hermes/rpc'
import { connect } from '@hermes/rpc/client'
import type { RpcEvent } from '@hermes/rpc/schemas'
import { call, type FakeProvider, hang, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, main, root, type Sandbox } from './hermes.js'

let provider: FakeProvider
let sandbox: Sandbox
beforeEach(async () => {
  provider = await startFakeProvider({ script: text('unused') })
  sandbox = createSandbox()
  const model = `{ provider: custom, base_url: "${provider.baseUrl}", default: m, context_length: 100000 }`
  sandbox.writeHome('config.yaml', `model: ${model}\nauxiliary: { title_generation: { enabled: false } }\n`)
})
afterEach(async () => {
  sandbox[Symbol.dispose]()
  await provider.close()
})

/** Runs a client that starts `hermes serve` itself. */
async function runClient(command: string, args: readonly string[], stdin = '') {
  const { home, workspace: cwd } = sandbox
  const env = { PATH: process.env.PATH, HOME: home, HERMES_HOME: home, HERMES: `${process.execPath} ${main}` }
  const child = spawn(command, args, { cwd, env, stdio: 'pipe' })
  const printed = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (chunk: string) => {
      printed[stream] += chunk
    })
  }
  child.stdin.write(stdin)
  const [code] = await once(child, 'close')
  return { code, ...printed }
}

test('the example asks a question and runs an approved command', async () => {
  sandbox.write('old.txt', 'old')
  provider.setScript([call('terminal', { command: 'rm -rf old.txt' }), text('It is gone.')])
  const ended = await runClient(process.execPath, [join(root, 'examples/rpc-client/client.js'), 'Delete it.'], 'y\n')
  expect(ended).toMatchObject({ code: 0, stdout: 'It is gone.' })
  expect(ended.stderr).toContain('rm -rf old.txt\nRun it? [y/N]')
  expect(ended.stderr).toMatch(/completed: continue with `hermes -r \w+`/)
  expect(JSON.stringify(provider.requests.at(-1)?.body.messages)).not.toContain('denied')
}, 60_000)

const python = hasPython() ? 'the client of docs/rpc.md asks a question and approves nothing' : 'skipped: no python3'
test.skipIf(!hasPython())(
  python,
  async () => {
    const [, program = ''] = /```python\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/rpc.md'), 'utf8')) ?? []
    sandbox.write('ask.py', program)
    sandbox.write('kept.txt', 'kept')
    provider.setScript([call('terminal', { command: 'rm -rf kept.txt' }), text('I may not. 日本')])
    expect(await runClient('python3', ['ask.py', 'Delete it.'])).toMatchObject({ code: 0, stdout: 'I may not. 日本\n' })
    expect(readFileSync(join(sandbox.workspace, 'kept.txt'), 'utf8')).toBe('kept')
    expect(JSON.stringify(provider.requests.at(-1)?.body.messages)).toContain('approves nothing')
  },
  60_000,
)

/** Starts a server over WebSocket, and clients of it. */
async function serve() {
  const hermes = sandbox.start(['serve', '--port', '0'])
  const [, url = ''] = await hermes.prints(/^READY (ws:\S+)$/m)
  const [, token = ''] = await hermes.prints(/Token: (\w+)/)
  const attach = async () => {
    const events: RpcEvent[] = []
    const channel = await openWebSocket(url, { token })
    const client = await connect(channel, { name: 'test', onEvent: (event) => events.push(event) })
    const textOf = () => events.map((event) => (event.type === 'message.delta' ? event.payload.text : '')).join('')
    return { ...client, events, textOf, [Symbol.dispose]: () => client[Symbol.dispose]() }
  }
  return { hermes, url, token, attach }
}

test('loses nothing when the server is killed during a turn, and ends in order on SIGTERM', async () => {
  const first = await serve()
  expect(JSON.parse(sandbox.readHome('serve.json'))).toMatchObject({ url: first.url, token: first.token })
  expect(statSync(join(sandbox.home, 'serve.json')).mode & 0o777).toBe(0o600)
  provider.setScript([text('One.'), hang(text('Two is'))])
  const before = await first.attach()
  const { sessionId } = await before.call('session.create', {})
  await before.call('prompt.submit', { sessionId, content: 'Say one.' })
  await expect.poll(() => before.textOf()).toBe('One.')
  await expect.poll(() => before.events.some(({ type }) => type === 'message.complete')).toBe(true)
  await before.call('prompt.submit', { sessionId, content: 'Say two.' })
  await before.call('prompt.submit', { sessionId, content: 'Say three.', whenBusy: 'queue' })
  await expect.poll(() => before.textOf()).toBe('One.Two is')
  first.hermes.process.kill('SIGKILL')
  await before.closed
  await first.hermes.ended

  provider.setScript([text('Two.'), text('Three.')])
  const second = await serve()
  using after = await second.attach()
  const cursor = before.events.findLast((event) => event.cursor !== undefined)?.cursor ?? 0
  await after.call('session.resume', { sessionId, after: cursor })
  await expect.poll(() => after.events.some(({ type }) => type === 'session.lagged')).toBe(true)
  // The queued prompt runs automatically.
  await expect.poll(() => after.events.some(({ type }) => type === 'message.complete'), { timeout: 30_000 }).toBe(true)
  const { messages } = await after.call('session.history', { sessionId })
  const said = messages.flatMap(({ message }) => (message.role === 'user' ? [JSON.stringify(message.content)] : []))
  for (const word of ['one', 'two', 'three']) expect(said.filter((each) => each.includes(word))).toHaveLength(1)
  second.hermes.process.kill('SIGTERM')
  expect(await second.hermes.ended).toMatchObject({ code: 143 })
  expect(() => sandbox.readHome('serve.json')).toThrow('ENOENT')
}, 120_000)

test('a client may answer with /approve what another one is asked', async () => {
  const server = await serve()
  sandbox.write('old.txt', 'old')
  provider.setScript([call('terminal', { command: 'rm -rf old.txt' }), text('It is gone.')])
  const asked = Promise.withResolvers<void>()
  const never = new Promise<never>(() => undefined)
  const answer = {
    approval: () => {
      asked.resolve()
      return never
    },
  }
  using slow = await connect(await openWebSocket(server.url, { token: server.token }), { name: 'slow', answer })
  using other = await server.attach()
  const { sessionId } = await slow.call('session.create', {})
  await other.call('session.resume', { sessionId })
  await slow.call('prompt.submit', { sessionId, content: 'Delete it.' })
  await asked.promise
  await other.call('command.dispatch', { sessionId, line: '/approve' })
  await expect.poll(() => other.textOf(), { timeout: 15_000 }).toBe('It is gone.')
  expect(JSON.stringify(provider.requests.at(-1)?.body.messages)).not.toContain('denied')
  server.hermes.process.kill('SIGTERM')
  await server.hermes.ended
}, 60_000)

test('rejects addresses without a port, and short tokens', async () => {
  expect(await sandbox.run(['serve', '--host', '0.0.0.0'])).toMatchObject({ code: 2 })
  const env = { HERMES_SERVE_TOKEN: 'short' }
  expect(await sandbox.run(['serve', '--port', '0'], { env })).toMatchObject({ code: 2 })
}, 60_000)

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
