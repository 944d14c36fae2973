import { createMemoryStore, StoreError, silentLogger } from '@hermes/core'
import { type PlatformAdapter, PlatformError, type PlatformEvent } from '@hermes/core/platform'
import type { LaneClaims } from '@hermes/core/queue'
import { configSchema } from '@hermes/runtime'
import { createScriptedNetwork } from '@hermes/testkit'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { connectNetwork } from './connect-network.js'

afterEach(() => void vi.useRealTimers())

const lost = expect.stringContaining('net: not connected, tried again until it is:')

interface Unusual {
  readonly adapter?: Partial<PlatformAdapter>
  readonly claims?: readonly LaneClaims[]
}

/** Connects to a network that refuses to receive as often as requested, although it answers each check. */
function connect(
  refusals: number,
  unstored: readonly string[] = [],
  before: readonly unknown[] = [],
  { adapter, claims = [] }: Unusual = {},
) {
  const network = createScriptedNetwork()
  const own = network.connect()
  let attempts = 0
  async function* receive(
    options: Parameters<PlatformAdapter['receive']>[0],
  ): AsyncGenerator<readonly PlatformEvent[]> {
    attempts += 1
    if (attempts <= refusals) throw new PlatformError('rate-limit', 'It is too early.', { retryAfterMs: 1 })
    for (const event of before) yield JSON.parse('[0]', (key, old) => (key === '0' ? event : old))
    yield* own.receive(options)
  }
  const { queue } = createMemoryStore()
  const failures = [...unstored]
  const settings = configSchema.parse({ platforms: { net: {} } }).platforms.net
  if (!queue || !settings) throw new TypeError('There is no queue, or no network.')
  const [lines, statuses] = [[] as string[], [] as string[]]
  const controller = new AbortController()
  const ended = connectNetwork({
    network: { name: 'net', adapter: { ...own, receive, ...adapter }, settings },
    queue: {
      ...queue,
      async put(item) {
        if (failures[0] !== item.id) return queue.put(item)
        failures.shift()
        throw new StoreError('full', 'The disk is full.')
      },
    },
    claims,
    logger: silentLogger,
    say: (line) => void lines.push(line),
    onActivity: () => undefined,
    onStatus: (status) => void statuses.push(status),
    signal: controller.signal,
  })
  onTestFinished(async () => {
    controller.abort()
    await ended
  })
  const stored = async (lane: string) => (await queue.list({ lane })).map(({ id }) => id)
  return { network, lines, statuses, stored, attempts: () => attempts }
}

test('a network that only refuses to receive is reported once, and again when it delivers something', async () => {
  const { network, lines, statuses } = connect(5)
  network.say({ text: 'hello' })
  await expect.poll(() => lines.at(-1)).toBe('net: connected again as @scripted.')
  expect(lines).toEqual(['net: connected as @scripted.', lost, 'net: connected again as @scripted.'])
  expect(statuses).toEqual(['connected', 'lost', 'lost', 'lost', 'lost', 'lost', 'connected'])
})

test('a lost network that delivers nothing counts as connected once its connection has lasted', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { lines, statuses, attempts } = connect(2)
  await vi.waitUntil(() => attempts() === 3)
  vi.advanceTimersByTime(4_000)
  expect(lines).toEqual(['net: connected as @scripted.', lost])
  vi.advanceTimersByTime(1_000)
  expect(lines.at(-1)).toBe('net: connected again as @scripted.')
  expect(statuses).toEqual(['connected', 'lost', 'lost', 'connected'])
})

test('messages of a chat keep their order when one of them cannot be stored', async () => {
  const { network, stored } = connect(0, ['net:two'])
  for (const id of ['one', 'two', 'three']) network.say({ id, text: id })
  network.say({ id: 'elsewhere', text: 'hello', chatId: 'chat-2' })
  await expect.poll(() => stored('net::chat-1:')).toEqual(['net:one', 'net:two', 'net:three'])
  expect(await stored('net::chat-2:')).toEqual(['net:elsewhere'])
})

test.each<[string, unknown, string]>([
  ['without a chat', { type: 'message', id: 'z1' }, 'the event "z1"'],
  ['with a number for an id', { type: 'message', id: 7, chatId: 'c' }, 'an event without an id'],
  ['of an unknown type', { type: 'birthday', id: 'z2', chatId: 'c' }, 'the event "z2"'],
  ['that is no JSON', { type: 'message', id: 'z3', big: 10n }, 'the event "z3"'],
  ['that is nothing', null, 'an event without an id'],
])('drops an event %s, names it once, and takes the next one', async (_, event, name) => {
  const { network, lines, statuses, stored, attempts } = connect(0, [], [event, event])
  network.say({ id: 'good', text: 'hello' })
  await expect.poll(() => stored('net::chat-1:')).toEqual(['net:good'])
  expect(attempts()).toBe(1)
  expect(statuses).toEqual(['connected'])
  expect(lines).toEqual(['net: connected as @scripted.', expect.stringContaining(`The adapter delivered ${name}`)])
})

test('a gateway that could not take over reports it while another one receives', async () => {
  const claims: LaneClaims = {
    acquire: (_name, { signal, onWait }) => {
      onWait?.('process 1')
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  }
  const otherKeys = async () => {
    throw new PlatformError('refused', 'The keys are those of another home.')
  }
  const { lines, statuses } = connect(0, [], [], { adapter: { account: 'net:1', check: otherKeys }, claims: [claims] })
  await expect.poll(() => lines).toEqual([expect.stringContaining('The keys are those of another home.')])
  expect(statuses).toEqual(['lost'])
})
