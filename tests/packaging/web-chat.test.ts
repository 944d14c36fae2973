import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { packed, root, run, temporaryFolder } from './pack.js'

const folder = temporaryFolder()
const example = join(folder.path, 'web-chat')
let server: ChildProcess
let room: string

beforeAll(() => {
  const tarballs = packed(['core', 'safety', 'transports', 'conversations']).map(({ tarball }) => tarball)
  cpSync(join(root, 'examples/web-chat'), example, { recursive: true })
  const flags = ['--no-save', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  run('npm', ['install', ...flags, ...tarballs], example)
}, 240_000)
afterAll(() => folder[Symbol.dispose]())

beforeEach(async () => {
  const env = { PATH: process.env.PATH, PORT: '0' }
  server = spawn(process.execPath, ['chat.js'], { cwd: example, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(server.stdout?.setEncoding('utf8') ?? server, 'data')
  room = String(line).trim()
}, 60_000)
afterEach(async () => {
  server.kill('SIGTERM')
  await once(server, 'close')
})

interface Seen {
  readonly cursor: number
  readonly type: string
  readonly event?: { readonly type: string; readonly text?: string }
  readonly state?: { readonly activity: string; readonly question?: { readonly id: string; readonly text: string } }
  readonly [name: string]: unknown
}

/** Opens a browser as an onlooker. */
async function look(after?: number) {
  const controller = new AbortController()
  const seen: Seen[] = []
  const headers: Record<string, string> = after === undefined ? {} : { 'last-event-id': String(after) }
  const response = await fetch(`${room}/events`, { signal: controller.signal, headers })
  const ended = (async () => {
    let text = ''
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) seen.push(JSON.parse(event.slice(event.indexOf('data: ') + 6)))
    }
  })().catch(() => undefined)
  const find = (type: string, is: (event: Seen) => boolean = () => true) =>
    expect.poll(() => seen.find((event) => event.type === type && is(event)), { timeout: 20_000 })
  return {
    seen,
    find,
    text: () => seen.map(({ event }) => (event?.type === 'text-delta' ? event.text : '')).join(''),
    async leave() {
      controller.abort()
      await ended
    },
  }
}

async function post(action: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${room}/${action}`, { method: 'POST', body: JSON.stringify({ name: 'Ada', ...body }) })
  return JSON.parse(await response.text())
}

/** Sends a message that needs an approval, and approves. */
async function allow(command: string, browser: Awaited<ReturnType<typeof look>>): Promise<void> {
  expect(await post('say', { text: `run \`${command}\`` })).toMatchObject({ as: 'turn' })
  const isAsked = ({ state }: Seen) => state?.question?.text === command
  await browser.find('state', isAsked).toBeDefined()
  const question = browser.seen.find(isAsked)?.state?.question?.id
  expect(await post('answer', { question, decision: 'once' })).toMatchObject({ accepted: true })
}

test('shows two browsers the same question, answer and turn, and resumes one that reconnects', async () => {
  const [one, other] = await Promise.all([look(), look()])
  expect(await post('say', { text: '/who' })).toEqual({ as: 'command', name: 'who' })
  await one.find('command').toMatchObject({ outcome: { text: expect.stringContaining('You are Ada.') } })
  await allow('date', one)
  for (const browser of [one, other])
    await browser.find('turn-done').toMatchObject({ outcome: { status: 'completed' } })
  expect(one.text()).toMatch(/`date` printed:\n\d{4}-/)
  expect(other.text()).toBe(one.text())
  const { cursor = 0 } = one.seen.at(-1) ?? {}
  await other.leave()
  const again = await look(cursor)
  await post('say', { text: 'help' })
  await again.find('turn-done').toBeDefined()
  expect(again.text()).toContain('offline stand-in')
  for (const browser of [one, again]) await browser.leave()
}, 60_000)

test('lets any browser stop a turn, runs queued inputs next, and runs a repeated input once', async () => {
  const browser = await look()
  await allow('wait', browser)
  expect(await post('say', { text: 'help', id: 'x' })).toMatchObject({ as: 'queued', position: 1 })
  expect(await post('say', { text: 'help', id: 'x' })).toEqual({ as: 'duplicate' })
  const late = await look()
  await late.find('turn-begin').toMatchObject({ input: 'run `wait`' })
  await post('stop', {})
  await late.find('turn-done').toMatchObject({ outcome: { status: 'interrupted' } })
  await late
    .find('turn-done', ({ submissionId }) => submissionId === 'x')
    .toMatchObject({ outcome: { status: 'completed' } })
  expect(late.seen.filter(({ type }) => type === 'turn-begin')).toHaveLength(2)
  for (const each of [browser, late]) await each.leave()
}, 60_000)
