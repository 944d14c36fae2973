import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { call, cut, hang, startFakeProvider, text } from '@hermes/testkit'
import OpenAI from 'openai'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSandbox, type Hermes, main, type Sandbox } from './hermes.js'

const key = 'made-up-gateway-key'
const offline = 'model:\n  provider: offline\n'
let sandbox: Sandbox
let running: Hermes | undefined
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(async () => {
  running?.process.kill('SIGKILL')
  await running?.ended
  running = undefined
  sandbox[Symbol.dispose]()
})

async function startGateway(
  providerUrl?: string,
  settings = '',
): Promise<{ gateway: Hermes; client: OpenAI; url: string }> {
  sandbox.writeHome(
    'config.yaml',
    providerUrl === undefined
      ? offline
      : `model:\n  provider: custom\n  base_url: ${providerUrl}\n  default: fake-model\n${settings}`,
  )
  const gateway = sandbox.start(['gateway', 'run', '--port', '0'], { env: { API_SERVER_KEY: key } })
  running = gateway
  const [, url = ''] = await gateway.prints(/(http:\/\/127\.0\.0\.1:\d+)/)
  return { gateway, url, client: new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 }) }
}

const ask = (content: string) => ({ model: 'hermes', messages: [{ role: 'user' as const, content }] })

describe('hermes gateway run', () => {
  test('refuses to start without a provider', async () => {
    const { code, stderr } = await sandbox.run(['gateway', 'run', '--port', '0'], { env: { API_SERVER_KEY: key } })
    expect(code).toBe(78)
    expect(stderr).toContain('No provider is configured')
  })

  test('refuses to start without a key', async () => {
    sandbox.writeHome('config.yaml', offline)
    const { code, stderr } = await sandbox.run(['gateway', 'run', '--port', '0'])
    expect(code).toBe(78)
    expect(stderr).toContain('API_SERVER_KEY')
  })

  test('keeps uploaded files', async () => {
    const { client } = await startGateway()
    const content = 'a,b\n1,2\n'.repeat(50_000)
    const { id, bytes } = await client.files.create({
      file: await OpenAI.toFile(Buffer.from(content), 'table.csv'),
      purpose: 'user_data',
    })
    expect(bytes).toBe(content.length)
    const stored = await client.files.content(id)
    expect(await stored.text()).toBe(content)
  })

  test('adds the prompt and the examples of the settings to each request', async () => {
    await using provider = await startFakeProvider({ script: () => text('Aye.') })
    const examples = [
      { role: 'user', content: 'What is 1 + 1?' },
      { role: 'assistant', content: 'Two, Captain.' },
    ]
    sandbox.writeHome('examples.json', JSON.stringify(examples))
    const settings = 'prefill_messages_file: examples.json\nagent: { system_prompt: Speak of tea. }\n'
    const { client } = await startGateway(provider.baseUrl, settings)
    const { id } = await client.responses.create({ model: 'hermes', input: 'one' })
    await client.responses.create({ model: 'hermes', input: 'two', previous_response_id: id })
    expect(provider.requests).toHaveLength(2)
    for (const { body } of provider.requests) {
      const messages = Array.isArray(body.messages) ? body.messages : []
      expect(messages[0]).toMatchObject({ role: 'system', content: expect.stringMatching(/Speak of tea\.$/) })
      expect(messages.slice(1, 4)).toEqual([...examples, { role: 'user', content: 'one' }])
    }
    const { stdout } = await sandbox.run(['sessions', 'export', 'latest'])
    expect(stdout).toContain('Aye.')
    expect(stdout).not.toMatch(/Captain|Speak of tea/)
  })

  test('serves subscribed webhooks', async () => {
    const subscribe = async (name: string) =>
      (await sandbox.run(['webhook', 'subscribe', name, '{status}', '--deliver-only'])).stdout
    sandbox.writeHome('config.yaml', offline)
    expect(await subscribe('before')).toContain('http://127.0.0.1:8642/webhooks/before\n')
    const { url } = await startGateway()
    expect(await subscribe('builds')).toContain(`${url}/webhooks/builds\n`)
    expect((await sandbox.run(['webhook', 'list'])).stdout).toContain(`${url}/webhooks/builds`)
    sandbox.writeHome('event.json', '{"status":"failed"}')
    const { stderr } = await sandbox.run(['webhook', 'test', 'builds', join(sandbox.home, 'event.json')])
    expect(stderr).toMatch(/^builds:test-\S+ is answered by the running gateway\./)
    const answers = join(sandbox.home, 'webhooks', 'builds')
    await expect.poll(() => existsSync(answers) && readdirSync(answers)).toHaveLength(1)
  })

  test('asks its supervisor for a restart, and starts no other gateway', async () => {
    sandbox.writeHome('config.yaml', offline)
    const env = { API_SERVER_KEY: key }
    running = sandbox.start(['gateway', 'run', '--port', '0', '--external-supervisor', '--no-supervise'], { env })
    await running.prints(/http:/)
    const { code, stdout } = await sandbox.run(['gateway', 'restart'], { env })
    expect(stdout).toBe(`Process ${running.process.pid} has stopped. Its supervisor starts the next one.\n`)
    expect(code).toBe(0)
    expect((await running.ended).code).toBe(75)
    expect((await sandbox.run(['gateway', 'list'])).stdout).toBe('No gateway runs.\n')
  })

  test('is upgraded by its supervisor, once this version is known to start', async () => {
    sandbox.writeHome('config.yaml', offline)
    const env = { API_SERVER_KEY: key }
    const supervised = () => sandbox.start(['gateway', 'run', '--port', '0', '--external-supervisor'], { env })
    const before = supervised()
    await before.prints(/http:/)
    const restarted = before.ended.then(() => {
      running = supervised()
    })
    const { code, stdout, stderr } = await sandbox.run(['gateway', 'upgrade'], { env })
    await restarted
    expect(stderr).toBe('')
    expect(stdout).toContain(`process ${running?.process.pid},`)
    expect(code).toBe(0)
    expect((await before.ended).code).toBe(75)
  })

  test('answers with the agent and its tools, plain and streamed', async () => {
    sandbox.write('a.txt', 'hello')
    const script = [call('read_file', { path: 'a.txt' }), text('It says hello.'), text('Again.')]
    await using fake = await startFakeProvider({ script })
    const { client } = await startGateway(fake.baseUrl)
    const completion = await client.chat.completions.create(ask('what does a.txt say?'))
    expect(completion.choices[0]?.message.content).toBe('It says hello.')
    const stream = await client.chat.completions.create({ ...ask('again'), stream: true })
    let streamed = ''
    for await (const chunk of stream) streamed += chunk.choices[0]?.delta.content ?? ''
    expect(streamed).toBe('Again.')
  })

  test('lets another model restart an answer that broke off, and says so in its streams', async () => {
    await using broken = await startFakeProvider({ script: () => cut(text('Half an answer'), { after: 2 }) })
    await using spare = await startFakeProvider({ script: () => text('The whole answer.') })
    const { client, url } = await startGateway(
      broken.baseUrl,
      `agent: { api_max_retries: 0 }
fallback_providers: [{ provider: custom, base_url: "${spare.baseUrl}", model: spare }]
`,
    )
    const completion = await client.chat.completions.create(ask('plain'))
    expect(completion.choices[0]?.message.content).toBe('The whole answer.')
    let streamed = ''
    const chunks = await client.chat.completions.create({ ...ask('streamed'), stream: true })
    for await (const chunk of chunks) streamed += chunk.choices[0]?.delta.content ?? ''
    expect(streamed).toMatch(/^Half.*\n\n\[The text above is withdrawn.*\]\n\nThe whole answer\.$/s)
    const response = await client.responses.create({ model: 'hermes', input: 'a response' })
    expect(response.output_text).toBe('The whole answer.')
    const post = (path: string, body: object) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await post('/api/sessions', { id: 'talk' })
    expect(await (await post('/api/sessions/talk/chat', { message: 'a chat' })).json()).toMatchObject({
      status: 'completed',
      output: 'The whole answer.',
    })
    const events = await (await post('/api/sessions/talk/chat/stream', { message: 'again' })).text()
    const types = [...events.matchAll(/^event: (.+)$/gm)].map(([, type]) => type)
    expect(types.filter((type, index) => type !== types[index - 1])).toEqual([
      'run.started',
      'message.delta',
      'message.restarted',
      'notice',
      'message.delta',
      'message.completed',
      'run.completed',
    ])
  })

  test('denies dangerous commands for a caller, because no one can be asked', async () => {
    sandbox.write('old.txt', 'x')
    const script = [call('terminal', { command: 'rm -rf ./old.txt' }), text('It was refused.')]
    await using fake = await startFakeProvider({ script })
    const { client } = await startGateway(fake.baseUrl)
    await client.chat.completions.create(ask('clean up'))
    expect(JSON.stringify(fake.requests[1]?.body.messages)).toContain('there is no one to ask')
    expect(existsSync(join(sandbox.workspace, 'old.txt'))).toBe(true)
  })

  test.skipIf(process.platform === 'win32')('writes a report without keys for SIGUSR2, and keeps serving', async () => {
    const { gateway, client } = await startGateway()
    gateway.process.kill('SIGUSR2')
    const reports = () => readdirSync(join(sandbox.home, 'logs')).filter((name) => name.startsWith('report.'))
    await expect.poll(reports, { timeout: 20_000 }).toHaveLength(1)
    const read = () => readFileSync(join(sandbox.home, 'logs', String(reports()[0])), 'utf8')
    await expect.poll(read, { timeout: 20_000 }).toMatch(/\}\s*$/)
    expect(JSON.parse(read())).toMatchObject({ header: { trigger: 'Signal' }, javascriptStack: expect.anything() })
    expect(read()).not.toContain(key)
    expect((await client.models.list()).data).toHaveLength(1)
  })

  test('shares its store with the command line', async () => {
    const { client } = await startGateway()
    await client.chat.completions.create(ask('remember the teapot'), { headers: { 'X-Hermes-Session-Id': 'tea' } })
    const { stdout } = await sandbox.run(['sessions', 'show', 'tea'])
    expect(stdout).toContain('remember the teapot')
  })

  test.each([
    ['at once', '', 0],
    ['after more than the default of the setting', 'agent: { restart_drain_timeout: 60 }', 4_500],
  ])('lets a running turn finish when it is asked to stop: %s', async (_, settings, afterMs) => {
    await using fake = await startFakeProvider({
      script: [call('terminal', { command: 'until test -e go; do sleep 0.05; done' }), text('Finished.')],
    })
    const { client, gateway, url } = await startGateway(fake.baseUrl, settings)
    const answer = client.chat.completions.create(ask('wait for it'))
    await fake.request(1)
    gateway.process.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${url}/health`).catch(() => undefined))?.status ?? 0).not.toBe(200)
    await setTimeout(afterMs)
    sandbox.write('go', '')
    expect((await answer).choices[0]?.message.content).toBe('Finished.')
    expect((await gateway.ended).code).toBe(0)
  })

  test('interrupts a turn that does not finish', async () => {
    await using fake = await startFakeProvider({ script: hang() })
    const { client, gateway } = await startGateway(fake.baseUrl)
    const answer = expect(client.chat.completions.create(ask('hang'))).rejects.toMatchObject({ status: 503 })
    await fake.request(1)
    gateway.process.kill('SIGTERM')
    await answer
    expect((await gateway.ended).code).toBe(0)
  })
})

test('a background gateway is started, shown, restarted and stopped', async () => {
  sandbox.writeHome('config.yaml', offline)
  const env = { API_SERVER_KEY: key }
  const run = (...args: readonly string[]) => sandbox.run(['gateway', ...args], { env })
  const started = await run('start', '--port', '0')
  const pidOf = ({ stdout }: { readonly stdout: string }) => Number(/process (\d+), http:/.exec(stdout)?.[1])
  expect(pidOf(await run('start'))).toBe(pidOf(started))
  expect((await run('status')).stdout).toMatch(new RegExp(`process ${pidOf(started)} .* ready`))
  const restarted = await run('restart', '--port', '0')
  expect(restarted.stdout).toContain(`Process ${pidOf(started)} has stopped.`)
  expect((await run('stop')).stdout).toContain(`Process ${pidOf(restarted)} has stopped.`)
  expect((await run('status')).code).toBe(3)
})

test('an upgrade keeps the options of the gateway, and the old one runs again if the new one does not serve', async () => {
  sandbox.writeHome('config.yaml', offline)
  const env = { API_SERVER_KEY: key }
  const run = (...args: readonly string[]) => sandbox.run(['gateway', ...args], { env })
  const pidOf = (text: string) => Number(/process (\d+), http:/.exec(text)?.[1])
  const old = pidOf((await run('start', '--port', '0')).stdout)
  const upgraded = await run('upgrade')
  const current = pidOf(upgraded.stdout)
  expect(upgraded).toMatchObject({ code: 0, stdout: expect.stringContaining('a copy of the sessions') })
  expect(upgraded.stdout).toMatch(new RegExp(`Next: version \\S+ \\(process ${old}\\) stops.*no gateway runs\\.\\n`))
  expect(current).not.toBe(old)

  sandbox.write(
    'broken.mjs',
    `if (process.argv.includes('run')) process.exit(9)\nawait import(${JSON.stringify(main)})`,
  )
  const broken = [join(sandbox.workspace, 'broken.mjs'), 'gateway', 'upgrade']
  const failed = spawnSync(process.execPath, broken, {
    env: { PATH: process.env.PATH, HOME: sandbox.home, HERMES_HOME: sandbox.home, ...env },
    encoding: 'utf8',
  })
  expect(failed).toMatchObject({ status: 1, stderr: expect.stringMatching(/runs again .*exit code 9/s) })
  expect(failed.stdout).toMatch(/If it is not ready within 30 s, version \S+ runs again\.\n/)
  expect((await run('status')).stdout).toMatch(new RegExp(`process ${pidOf(failed.stderr)} .* ready`))

  sandbox.writeHome('config.yaml', 'model: { provider: nobody }')
  const refused = await run('upgrade')
  expect(refused.code).not.toBe(0)
  expect(refused.stdout).toMatch(new RegExp(`^Nothing was changed: .*process ${pidOf(failed.stderr)}\\) runs on`))

  sandbox.writeHome('config.yaml', offline)
  sandbox.write('other.mjs', `await import(${JSON.stringify(main)})`)
  const other = spawnSync(process.execPath, [join(sandbox.workspace, 'other.mjs'), 'gateway', 'upgrade', '--json'], {
    env: { PATH: process.env.PATH, HOME: sandbox.home, HERMES_HOME: sandbox.home, ...env },
    encoding: 'utf8',
  })
  const report = JSON.parse(other.stdout)
  expect(report).toMatchObject({ from: { pid: pidOf(failed.stderr) }, to: { url: expect.any(String) }, kept: null })
  expect(report.back).toMatch(/main\.js gateway upgrade$/)
  expect((await run('stop')).stdout).toContain(`Process ${report.to.pid} has stopped.`)
})

test('a background gateway that cannot start says why', async () => {
  const { code, stderr } = await sandbox.run(['gateway', 'start'], { env: { API_SERVER_KEY: key } })
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('No provider is configured') })
})

describe('hermes gateway run, killed and started again', () => {
  test('finishes responses in the background: the one that was cut short and the one that waited', async () => {
    await using fake = await startFakeProvider({ script: [text('Hello.'), hang(), text('First.'), text('Second.')] })
    const { client, gateway } = await startGateway(fake.baseUrl)
    const conversation = 'long'
    await client.responses.create({ conversation, input: 'hi' })
    const first = await client.responses.create({ conversation, input: 'one', background: true })
    await fake.request(2)
    const second = await client.responses.create({ conversation, input: 'two', background: true })
    expect([first.status, second.status]).toEqual(['in_progress', 'queued'])
    gateway.process.kill('SIGKILL')
    await gateway.ended

    const next = await startGateway(fake.baseUrl)
    const statusOf = async ({ id }: { readonly id: string }) => (await next.client.responses.retrieve(id)).status
    await expect.poll(() => statusOf(first), { timeout: 60_000 }).toBe('completed')
    await expect.poll(() => statusOf(second), { timeout: 60_000 }).toBe('completed')
    const answers = [first, second].map(({ id }) => next.client.responses.retrieve(id))
    expect((await Promise.all(answers)).map(({ output_text }) => output_text)).toEqual(['First.', 'Second.'])
    expect(fake.requests.at(-1)?.body.messages).toMatchObject([
      { role: 'system' },
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'First.' },
      { role: 'user', content: 'two' },
    ])
  }, 120_000)

  test('leaves its runs to another gateway of the same store', async () => {
    await using fake = await startFakeProvider({ script: [hang(), text('Done.')] })
    const dying = await startGateway(fake.baseUrl)
    const other = await startGateway(fake.baseUrl)
    const run = await dying.client.responses.create({ input: 'one', background: true })
    await fake.request(1)
    dying.gateway.process.kill('SIGKILL')
    await dying.gateway.ended

    const found = () => other.client.responses.retrieve(run.id)
    await expect.poll(async () => (await found()).status, { timeout: 60_000 }).toBe('completed')
    expect(await found()).toMatchObject({ output_text: 'Done.' })
    expect(fake.requests).toHaveLength(2)
  }, 120_000)

  test('leaves its runs to another gateway when it stops', async () => {
    await using fake = await startFakeProvider({ script: [text('Ready.'), hang(), text('Done.')] })
    const stopping = await startGateway(fake.baseUrl)
    const other = await startGateway(fake.baseUrl)
    await other.client.responses.create({ input: 'warm' })
    const run = await stopping.client.responses.create({ input: 'one', background: true })
    await fake.request(2)
    stopping.gateway.process.kill('SIGTERM')
    await stopping.gateway.ended

    const found = () => other.client.responses.retrieve(run.id)
    await expect.poll(async () => (await found()).status, { timeout: 60_000 }).toBe('completed')
    expect(await found()).toMatchObject({ output_text: 'Done.' })
  }, 120_000)
})
