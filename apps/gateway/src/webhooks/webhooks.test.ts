import { createHmac } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { silentLogger } from '@hermes/core'
import { type ConfigInput, openHost, openJobs, resolveHome, webhookRouteSchema } from '@hermes/runtime'
import { startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryHome } from '../../testing/serve-home.js'
import { openService } from '../serving/open-service.js'
import { serve } from '../serving/serve.js'
import type { Service } from '../serving/service.js'
import { targetsOf } from './answer/targets-of.js'

const secret = 'a-made-up-webhook-secret'

interface Setup {
  readonly routes?: ConfigInput['webhooks']
  readonly replies?: readonly string[]
  readonly home?: string
  /** Whether the routes are read from `config.yaml`. */
  readonly readsFile?: boolean
  readonly profiles?: ReadonlyMap<string, Service>
}

async function optionsOf({
  routes = {},
  replies = [],
  home = temporaryHome(),
  readsFile = false,
}: Omit<Setup, 'profiles'>) {
  const provider = await startFakeProvider({ script: replies.map((reply) => text(reply)) })
  onTestFinished(() => provider[Symbol.asyncDispose]())
  const overrides: ConfigInput = {
    model: { provider: 'custom', base_url: provider.baseUrl, default: 'fake-model' },
    gateway: { api_server: { port: 0, key: 'test-key' } },
    ...(!readsFile && { webhooks: routes }),
  }
  const host = await openHost({
    paths: resolveHome({ HERMES_HOME: home }),
    variables: {},
    overrides,
    acceptsSecretsOf: ['gateway', 'webhooks'],
  })
  onTestFinished(() => host[Symbol.asyncDispose]())
  const runtime = await host.open({ surface: { source: 'api_server', servesStrangers: true }, workingDirectory: home })
  onTestFinished(() => runtime[Symbol.asyncDispose]())
  return { runtime, source: 'api_server', workingDirectory: home, logger: silentLogger, provider, home }
}

async function setUp({ profiles, ...setup }: Setup) {
  const { provider, home, ...options } = await optionsOf(setup)
  const { runtime } = options
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const gateway = await serve({ ...options, say, ...(profiles && { profiles }) })
  onTestFinished(() => gateway.stop(0))
  async function send(route: string, data: object, headers: Record<string, string> = {}) {
    const body = JSON.stringify(data)
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    const response = await fetch(`${gateway.url}/webhooks/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature, ...headers },
      body,
    })
    return { status: response.status, body: await response.json() }
  }
  const answers = (route: string) => answersOf(home, route)
  return { url: gateway.url, said, send, answers, home, store: runtime.store, provider }
}

function answersOf(home: string, route: string): readonly string[] {
  try {
    const folder = join(home, 'webhooks', route)
    return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8').trim())
  } catch {
    return []
  }
}

const issues = { secret, signature: 'github' as const, events: ['issues'], prompt: 'Triage {issue.title}' }
const github = (id: string, event = 'issues') => ({ 'x-github-event': event, 'x-github-delivery': id })

test('an event is answered once, even if it is delivered again', async () => {
  const { send, answers, store, provider } = await setUp({ routes: { issues }, replies: ['It is a bug.'] })
  expect(await send('issues', { issue: { title: 'Crash' } }, github('d1'))).toEqual({
    status: 202,
    body: { status: 'accepted', id: 'issues:d1' },
  })
  await expect.poll(() => answers('issues')).toEqual(['It is a bug.'])
  expect(await send('issues', { issue: { title: 'Crash' } }, github('d1'))).toMatchObject({
    body: { status: 'duplicate' },
  })
  const [session] = await store.sessions.find({ source: 'webhook' })
  expect(session?.userId).toBe('webhook:issues')
  expect(JSON.stringify(provider.requests.map(({ body }) => body))).toContain('Triage Crash')
  expect(provider.requests).toHaveLength(1)
})

test('the signature covers the received bytes', async () => {
  const { url, answers } = await setUp({
    routes: { issues: { ...issues, deliver_only: true, prompt: '{issue.title}' } },
  })
  const body = Buffer.concat([Buffer.from('\uFEFF{"issue":{"title":"Crash '), Buffer.of(0xff), Buffer.from('"}}')])
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const headers = { ...github('d1'), 'content-type': 'application/json', 'x-hub-signature-256': signature }
  expect((await fetch(`${url}/webhooks/issues`, { method: 'POST', headers, body })).status).toBe(202)
  await expect.poll(() => answers('issues')).toEqual(['Crash \uFFFD'])
})

test('a recurring alert is answered each time, and a replay is not', async () => {
  const route = { secret, deliver_only: true, prompt: '{status}' }
  const { url, answers } = await setUp({
    routes: { alerts: { ...route, signature: 'bearer' }, signed: { ...route, signature: 'standard' } },
  })
  const body = JSON.stringify({ status: 'down' })
  const post = async (name: string, headers: Record<string, string>) => {
    const response = await fetch(`${url}/webhooks/${name}`, { method: 'POST', headers, body })
    return response.status
  }
  const bearer = { authorization: `Bearer ${secret}` }
  expect([await post('alerts', bearer), await post('alerts', bearer)]).toEqual([202, 202])
  await expect.poll(() => answers('alerts')).toEqual(['down', 'down'])
  const time = `${Math.floor(Date.now() / 1000)}`
  const signature = createHmac('sha256', secret).update(`msg_1.${time}.${body}`).digest('base64')
  const signed = { 'webhook-id': 'msg_1', 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
  expect(await post('signed', { ...signed, 'x-github-delivery': '1' })).toBe(202)
  expect(await post('signed', { ...signed, 'x-github-delivery': '2' })).toBe(200)
})

test('the agent has no tools that change anything', async () => {
  const { send, answers, provider } = await setUp({ routes: { issues }, replies: ['Done.'] })
  await send('issues', { issue: { title: 'x' } }, github('d1'))
  await expect.poll(() => answers('issues')).toHaveLength(1)
  const offered = JSON.stringify(Object(provider.requests[0]?.body).tools ?? [])
  for (const tool of ['terminal', 'write_file', 'memory', 'cronjob']) expect(offered).not.toContain(`"${tool}"`)
})

test.each([
  ['without a route', 'nothing', {}, 404],
  ['with a wrong signature', 'issues', { 'x-hub-signature-256': 'sha256=00' }, 401],
  ['of another kind', 'issues', { 'x-github-event': 'push' }, 200],
])('an event %s is not answered', async (_, route, headers, status) => {
  const { send, store } = await setUp({ routes: { issues } })
  expect((await send(route, { issue: {} }, { ...github('d1'), ...headers })).status).toBe(status)
  expect(await store.queue?.list({ queue: 'webhooks' })).toEqual([])
})

test('a burst is answered once, with its last event', async () => {
  const coalesce = { key: '{issue.number}', quiet_seconds: 0.4, max_seconds: 60 }
  const { send, answers } = await setUp({
    routes: { issues: { ...issues, deliver_only: true, prompt: '{issue.number} {issue.title}', coalesce } },
  })
  for (const title of ['one', 'two', 'three']) {
    await send('issues', { issue: { number: 7, title } }, github(`7 ${title}`))
  }
  await send('issues', { issue: { number: 8, title: 'other' } }, github('8'))
  await expect
    .poll(() => answers('issues').toSorted())
    .toEqual(['7 three\n\n(2 earlier events of the same kind were left out.)', '8 other'])
})

test('a route that is added while the gateway runs is served', async () => {
  const { send, answers, home } = await setUp({ replies: ['Hello.'] })
  expect((await send('later', {}, github('d1'))).status).toBe(404)
  const route = { secret, signature: 'github', prompt: 'Look.' }
  writeFileSync(join(home, 'webhook_subscriptions.json'), JSON.stringify({ later: route }))
  expect((await send('later', {}, github('d1'))).status).toBe(202)
  await expect.poll(() => answers('later')).toEqual(['Hello.'])
})

test('a damaged file of subscriptions does not affect the routes of the settings, and is not shown to strangers', async () => {
  const home = temporaryHome()
  const file = join(home, 'webhook_subscriptions.json')
  writeFileSync(file, 'nonsense')
  const { said, send, answers } = await setUp({ home, routes: { issues }, replies: ['Hello.', 'Mended.'] })
  expect(said).toEqual([expect.stringContaining(`${file} is not valid`)])
  expect((await send('issues', {}, github('d1'))).status).toBe(202)
  await expect.poll(() => answers('issues')).toEqual(['Hello.'])
  const refused = await send('later', {}, github('d1'))
  // The service sends it again, because its webhook may be one of the file.
  expect(refused.status).toBe(503)
  expect(JSON.stringify(refused.body)).not.toContain(home)
  writeFileSync(file, JSON.stringify({ later: { secret, signature: 'github', prompt: 'Look.' } }))
  expect((await send('later', {}, github('d1'))).status).toBe(202)
  await expect.poll(() => answers('later')).toEqual(['Mended.'])
})

test('routes of the settings are updated without a restart', async () => {
  const { send, answers, home } = await setUp({ replies: ['Hello.', 'Changed.'], readsFile: true })
  const write = (routes: object) => writeFileSync(join(home, 'config.yaml'), JSON.stringify({ webhooks: routes }))
  expect((await send('later', {}, github('d1'))).status).toBe(404)
  const later = { secret, signature: 'github', prompt: 'Look.' }
  write({ later })
  expect((await send('later', {}, github('d1'))).status).toBe(202)
  await expect.poll(() => answers('later')).toEqual(['Hello.'])
  write({ later: { ...later, events: ['push'] } })
  expect(await send('later', {}, github('d2'))).toMatchObject({ status: 200, body: { status: 'ignored' } })
  write({ later: { prompt: 7 } })
  expect((await send('later', {}, github('d3', 'push'))).status).toBe(202)
  write({})
  expect((await send('later', {}, github('d4', 'push'))).status).toBe(404)
})

test.each([
  ['config.yaml', (routes: object) => ({ webhooks: routes }), 404],
  ['webhook_subscriptions.json', (routes: object) => routes, 503],
])('a route whose secret is an unset variable is not opened by a change of %s', async (file, contentOf, status) => {
  const { send, store, home } = await setUp({ readsFile: true })
  const route = { secret: `\${HOOK_SECRET}`, signature: 'gitlab' }
  writeFileSync(join(home, file), JSON.stringify(contentOf({ later: route })))
  expect((await send('later', {}, { 'x-gitlab-token': route.secret })).status).toBe(status)
  expect(await store.queue?.list({ queue: 'webhooks' })).toEqual([])
})

test('a script changes an event, or drops it', async () => {
  const { send, answers, home } = await setUp({
    routes: {
      issues: { ...issues, script: 'pick.py', deliver_only: true, prompt: '{issue.title} {made} {script_output}' },
    },
  })
  mkdirSync(join(home, 'scripts'))
  const lines = [
    'import json, sys',
    "title = json.load(sys.stdin)['issue']['title']",
    "if title == 'object': print(json.dumps({'made': \"it's\"}))",
    "if title == 'text': print('seen')",
    "if title == 'silent': print('[SILENT]')",
    "if title == 'failed': sys.exit(1)",
  ]
  writeFileSync(join(home, 'scripts', 'pick.py'), lines.join('\n'))
  for (const title of ['failed', 'silent', 'nothing', 'object', 'text']) {
    await send('issues', { issue: { title } }, github(title))
  }
  await expect
    .poll(() => answers('issues').toSorted(), { timeout: 20_000 })
    .toEqual(['text {made} seen', "{issue.title} it's {script_output}"])
  const log = readFileSync(join(home, 'logs', 'agent.log'), 'utf8').split('\n')
  expect(log.find((line) => line.includes('An event was not answered'))).toContain('"id":"issues:failed"')
})

test('an event runs a job', async () => {
  const { send, store, provider } = await setUp({ routes: { issues: { ...issues, cron_job: 'triage' } } })
  const book = openJobs(store, { timezone: 'UTC' })
  await book.add({ schedule: 'every 1h', name: 'triage', task: { prompt: 'Look.' }, createdBy: 'person' })
  await send('issues', { issue: { title: 'x' } }, github('d1'))
  await expect.poll(async () => (await book.get('triage')).pending?.trigger).toBe('manual')
  const done = async () => (await store.queue?.list({ queue: 'webhooks', status: 'done' })) ?? []
  await expect.poll(done).toHaveLength(1)
  const [item] = await done()
  // Simulates a crash: the event is handled again.
  const { pending } = await book.get('triage')
  expect(pending?.event).toEqual({ source: 'webhook issues', text: 'Triage x' })
  expect((await book.requestRun('triage', { atMs: item?.putAtMs ?? 0 })).runId).toBe(pending?.id)
  expect(provider.requests).toEqual([])
})

test('an answer goes to the chat that the event names', () => {
  const route = webhookRouteSchema().parse({
    deliver: ['local', 'telegram', 'telegram:7'],
    deliver_extra: { chat_id: '{chat.id}', thread_id: '3' },
  })
  expect(targetsOf(route, { chat: { id: 42 } })).toEqual(['local', 'telegram:42:3', 'telegram:7'])
})

test.each([
  ['has no value', {}],
  ['has an empty value', { chat: { id: ' ' } }],
  ['names a thread as well', { chat: { id: '3:7' } }],
  ['names no chat', { chat: { id: 'abc' } }],
])('an event that %s for the chat of its answer is not answered, and the owner is told', async (_, event) => {
  const route = { ...issues, deliver: ['telegram'], deliver_extra: { chat_id: '{chat.id}' } }
  const { send, said, store, provider } = await setUp({ routes: { issues: route } })
  expect(await send('issues', event, github('d1'))).toMatchObject({ status: 202 })
  await expect.poll(() => said).toEqual([expect.stringMatching(/^The event issues:d1 was not answered: .*chat/)])
  await expect.poll(() => store.queue?.list({ queue: 'webhooks' })).toMatchObject([{ status: 'dead', attempt: 1 }])
  expect(provider.requests).toEqual([])
})

test('an event waits while its job is running', async () => {
  const route = { ...issues, cron_job: 'triage' }
  const { send, store } = await setUp({ routes: { issues: route } })
  const book = openJobs(store, { timezone: 'UTC' })
  const { id } = await book.add({
    schedule: 'every 1d',
    name: 'triage',
    task: { prompt: 'Triage.' },
    createdBy: 'person',
    isPaused: true,
  })
  await book.requestRun(id)
  await send('issues', { issue: { title: 'First' } }, github('d1'))
  await send('issues', { issue: { title: 'Second' } }, github('d2'))
  const texts = async () => (await book.get(id)).waitingEvents?.map(({ event }) => event.text)
  await expect.poll(texts).toEqual(['Triage First', 'Triage Second'])
  await expect.poll(() => store.queue?.list({ queue: 'webhooks' })).toEqual([])
})

test('the agent gets the text of skills', async () => {
  const { send, answers, provider, home } = await setUp({
    routes: { issues: { ...issues, skills: ['triage'] } },
    replies: ['Done.'],
  })
  mkdirSync(join(home, 'skills', 'triage'), { recursive: true })
  const skill = '---\nname: triage\ndescription: Sorts issues.\n---\n\nAsk for a log.\n'
  writeFileSync(join(home, 'skills', 'triage', 'SKILL.md'), skill)
  await send('issues', { issue: { title: 'Crash' } }, github('d1'))
  await expect.poll(() => answers('issues')).toEqual(['Done.'])
  expect(JSON.stringify(provider.requests[0]?.body)).toMatch(/Ask for a log\..*Triage Crash/)
})

test('a webhook without a signature does not answer web pages', async () => {
  const { send } = await setUp({ routes: { local: { signature: 'none', prompt: 'x', deliver_only: true } } })
  expect((await send('local', {}, { origin: 'https://evil.test' })).status).toBe(401)
  expect((await send('local', {})).status).toBe(202)
})

test('a burst of requests gets status 429', async () => {
  const { send } = await setUp({ routes: { issues: { ...issues, requests_per_minute: 1 } } })
  const statuses = []
  for (let count = 0; count < 3; count += 1) {
    statuses.push((await send('issues', { issue: {} }, github(`d${count}`, 'push'))).status)
  }
  expect(statuses).toContain(429)
})

test('the agent of another profile answers with its home and its jobs if it is served', async () => {
  const { provider, home, ...options } = await optionsOf({ replies: ['From work.'] })
  const work = await openService(options)
  const { send, answers, store } = await setUp({
    routes: {
      issues: { ...issues, profile: 'work' },
      nightly: { ...issues, profile: 'work', cron_job: 'triage' },
      gone: { ...issues, profile: 'gone' },
      own: { ...issues, profile: 'default' },
    },
    replies: ['From home.'],
    profiles: new Map([['work', work]]),
  })
  const book = openJobs(options.runtime.store, { timezone: 'UTC' })
  await book.add({ schedule: 'every 1h', name: 'triage', task: { prompt: 'Look.' }, createdBy: 'person' })
  const event = { issue: { title: 'Crash' } }
  expect((await send('issues', event, github('d1'))).status).toBe(202)
  await expect.poll(() => answersOf(home, 'issues')).toEqual(['From work.'])
  await send('nightly', event, github('d2'))
  await expect.poll(async () => (await book.get('triage')).pending?.event?.text).toBe('Triage Crash')
  expect((await send('gone', event, github('d3'))).status).toBe(503)
  await send('own', event, github('d4'))
  await expect.poll(() => answers('own')).toEqual(['From home.'])
  expect(answers('issues')).toEqual([])
  expect(await options.runtime.store.sessions.find({ source: 'webhook' })).toHaveLength(1)
  expect(await store.sessions.find({ source: 'webhook' })).toHaveLength(1)
  expect(provider.requests).toHaveLength(1)
})
