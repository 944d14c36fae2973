import { type ModelRequest, type Transport, TransportError, type TransportEvent } from '@hermes/core'
import { createFakeClock, fail, hang, scripted, startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createOpenAIChatTransport } from '../openai-chat/index.js'
import { adviseOn } from './failure-advice.js'
import { withRetry } from './with-retry.js'

const request: ModelRequest = { model: 'm', system: 's', messages: [{ role: 'user', content: 'Hello' }], tools: [] }
const { signal } = new AbortController()
const minute = 60_000

/** Creates a fake clock for retries, and records the events of one call with their times. */
function timed() {
  const clock = createFakeClock()
  const sleep = (ms: number, ended: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const stop = clock.startTimer(resolve, ms)
      ended.addEventListener('abort', () => {
        stop()
        reject(ended.reason)
      })
    })
  const services = { now: clock.monotonic, startTimer: clock.startTimer, sleep, random: () => 1 }
  const seen: [seconds: number, what: string][] = []
  const note = (what: string) => seen.push([clock.monotonic() / 1_000, what])
  async function read(transport: Transport): Promise<unknown> {
    try {
      for await (const event of transport.stream(request, { signal })) note(described(event))
      return undefined
    } catch (error) {
      note('error')
      return error
    }
  }
  return { clock, services, seen, read }
}

function described(event: TransportEvent): string {
  return event.type === 'notice' ? event.code : event.type
}

test('reports a provider that does not respond, and ends the call', async () => {
  const { clock, services, seen, read } = timed()
  const transport = withRetry(scripted([hang(), text('never')]), { services })
  const reading = read(transport)
  await clock.pass(20 * minute)
  expect(seen).toEqual([
    [30, 'provider-silent'],
    [600, 'error'],
  ])
  const error = await reading
  expect(error).toMatchObject({ code: 'transport/timeout', message: expect.stringContaining('nothing for 10 min') })
  expect(TransportError.is(error) && adviseOn(error)).toMatchObject({ retryable: true, fallback: true })
  expect(clock.pending).toBe(0)
})

test('measures the silence between deltas separately', async () => {
  const { clock, services, seen, read } = timed()
  const transport = withRetry(slow(clock, [20_000, 20_000, 45_000, 5 * minute]), {
    services,
    silence: { noticeMs: 30_000, limitMs: 2 * minute },
  })
  const reading = read(transport)
  await clock.pass(10 * minute)
  expect(seen).toEqual([
    [20, 'text-delta'],
    [40, 'text-delta'],
    [70, 'provider-silent'],
    [85, 'text-delta'],
    [115, 'provider-silent'],
    [205, 'error'],
  ])
  expect(await reading).toMatchObject({ kind: 'timeout' })
})

test('adds up the silence of attempts that time out', async () => {
  const { clock, services, seen, read } = timed()
  const timeout = slow(clock, [], async () => {
    await slept(clock, 4 * minute)
    throw new TransportError('timeout', 'Too late.')
  })
  const reading = read(withRetry(timeout, { services, baseDelayMs: 1_000 }))
  await clock.pass(30 * minute)
  expect(seen).toEqual([
    [30, 'provider-silent'],
    [240, 'retry'],
    [481, 'retry'],
    [603, 'error'],
  ])
  expect(await reading).toMatchObject({ message: expect.stringContaining('nothing for 10 min') })
})

test('does not count delays after a rejection, which counts as a response', async () => {
  const { clock, services, seen, read } = timed()
  const busy = fail(new TransportError('overloaded', 'Busy.', { retryAfterMs: 110_000 }))
  const reading = read(withRetry(scripted([busy, busy, text('fine')]), { services, silence: { limitMs: 2 * minute } }))
  await clock.pass(20 * minute)
  expect(seen.map(([, what]) => what)).toEqual(['retry', 'retry', 'text-delta', 'text-delta', 'finish'])
  expect(await reading).toBeUndefined()
})

test('does not count time during which nothing is read', async () => {
  const { clock, services } = timed()
  const events = withRetry(scripted([text('some text')]), { services })
    .stream(request, { signal })
    [Symbol.asyncIterator]()
  expect((await events.next()).value).toMatchObject({ type: 'text-delta' })
  await clock.pass(25 * minute)
  expect((await events.next()).value).toMatchObject({ type: 'text-delta' })
  await events.return?.()
})

test('closes the connection when the consumer stops at the notice', async () => {
  const { clock, services } = timed()
  await using provider = await startFakeProvider({ script: hang() })
  const transport = withRetry(createOpenAIChatTransport({ baseUrl: provider.baseUrl }), { services })
  const events = transport.stream(request, { signal })[Symbol.asyncIterator]()
  const notice = events.next()
  const arrived = await provider.request(1)
  await clock.pass(minute)
  expect((await notice).value).toMatchObject({ code: 'provider-silent' })
  await events.return?.()
  expect(await arrived.ended).toBe('left')
})

type Clock = ReturnType<typeof createFakeClock>

function slept(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => clock.startTimer(resolve, ms))
}

/** Sends a delta after each of the delays. */
function slow(clock: Clock, delays: readonly number[], end: () => Promise<void> = async () => undefined): Transport {
  return {
    id: 'slow',
    apiMode: 'chat_completions',
    async *stream(_, options) {
      const aborted = new Promise<never>((_, reject) => {
        options.signal.addEventListener('abort', () => reject(options.signal.reason))
      })
      for (const delay of delays) {
        await Promise.race([slept(clock, delay), aborted])
        yield { type: 'text-delta', text: 'x' }
      }
      await Promise.race([end(), aborted])
    },
  }
}
