import { InterruptError, type ModelRequest, type Transport, TransportError, type TransportEvent } from '@hermes/core'
import { call, cut, fail, hang, htmlPage, httpReply, scripted, startFakeProvider, text } from '@hermes/testkit'
import { transportContract } from '@hermes/testkit/contracts'
import { describe, expect, test } from 'vitest'
import { createOpenAIChatTransport } from '../openai-chat/index.js'
import { type RetryOptions, withRetry } from './with-retry.js'

transportContract({
  name: 'openai-chat with one attempt',
  create: ({ baseUrl, apiKey }) => withRetry(createOpenAIChatTransport({ baseUrl, apiKey }), { attempts: 1 }),
})

transportContract({
  name: 'scripted with one attempt',
  create: ({ replies }) => withRetry(scripted(replies), { attempts: 1 }),
  gaps: { server: 'it answers in this process' },
})

const request: ModelRequest = { model: 'm', system: 's', messages: [{ role: 'user', content: 'Hello' }], tools: [] }
const unaborted = new AbortController().signal

/** Makes delays pass immediately, except those longer than any retry delay: such a delay is a deadline that is not reached. */
function instantTime() {
  let nowMs = 0
  const waits: number[] = []
  return {
    waits,
    now: () => nowMs,
    random: () => 0.5,
    async sleep(ms: number, signal: AbortSignal) {
      signal.throwIfAborted()
      if (ms >= 1_800_000) return new Promise<void>(() => undefined)
      waits.push(ms)
      nowMs += ms
    },
  }
}

async function read(transport: Transport, signal = unaborted) {
  const events: TransportEvent[] = []
  const notices: string[] = []
  let shown = ''
  let error: unknown
  try {
    for await (const event of transport.stream(request, { signal })) {
      events.push(event)
      if (event.type === 'notice') notices.push(event.text)
      if (event.type === 'restart') shown = ''
      if (event.type === 'text-delta') shown += event.text
    }
  } catch (thrown) {
    error = thrown
  }
  const finish = events.find((event) => event.type === 'finish')
  return { events, notices, shown, error, content: finish?.message.content }
}

const overloaded = fail(new TransportError('overloaded', 'Busy.', { status: 503 }))
const limited = (retryAfterMs: number) => fail(new TransportError('rate-limit', 'Slow down.', { retryAfterMs }))

function retrying(replies: Parameters<typeof scripted>[0], options: RetryOptions = {}) {
  const time = instantTime()
  const provider = scripted(replies)
  return { time, provider, transport: withRetry(provider, { services: time, ...options }) }
}

describe('errors that are retried', () => {
  test.each(['rate-limit', 'overloaded', 'network', 'timeout', 'protocol'] as const)('%s', async (kind) => {
    const { transport, provider } = retrying([fail(new TransportError(kind, 'Bad luck.')), text('fine')])
    const { content, notices } = await read(transport)
    expect(content).toBe('fine')
    expect(notices).toEqual(['Bad luck. Trying again in 3 s.'])
    expect(provider.requests).toHaveLength(2)
    expect(provider.requests[1]).toEqual(provider.requests[0])
  })

  test.each(['auth', 'billing', 'context-overflow', 'content-filter', 'model-not-found', 'invalid-request'] as const)(
    'not %s',
    async (kind) => {
      const refusal = new TransportError(kind, 'No.')
      const { transport, provider } = retrying([fail(refusal), text('never')])
      expect(await read(transport)).toMatchObject({ error: refusal, events: [] })
      expect(provider.requests).toHaveLength(1)
    },
  )

  test('not for other errors, which are bugs', async () => {
    const defect = new TypeError('undefined is not a function')
    const { transport } = retrying([fail(defect), text('never')])
    expect((await read(transport)).error).toBe(defect)
  })
})

describe('a server', () => {
  const refused = fail(
    new TransportError('network', 'Nothing answers.', {
      cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    }),
  )
  const untrusted = fail(
    new TransportError('network', 'Untrusted.', {
      cause: Object.assign(new Error('connect'), { code: 'CERT_HAS_EXPIRED' }),
    }),
  )

  test('that never answered is not asked again when its port is closed', async () => {
    const { transport, provider } = retrying([refused, text('never')])
    expect(await read(transport)).toMatchObject({ error: { message: 'Nothing answers.' }, notices: [] })
    expect(provider.requests).toHaveLength(1)
  })

  test('that has answered before and is down is asked again', async () => {
    const { transport, time } = retrying([text('one'), refused, refused, refused, text('two')], { baseDelayMs: 1000 })
    await read(transport)
    expect(await read(transport)).toMatchObject({ content: 'two', error: undefined })
    expect(time.waits).toEqual([1000, 2000, 4000])
  })

  test('that has answered before and is no longer trusted is not asked again', async () => {
    const { transport, provider } = retrying([text('one'), untrusted, text('never')])
    await read(transport)
    expect(await read(transport)).toMatchObject({ error: { message: 'Untrusted.' } })
    expect(provider.requests).toHaveLength(2)
  })
})

test('over HTTP, a turn survives a server that restarts', async () => {
  await using first = await startFakeProvider({ script: [text('one')] })
  const { port } = new URL(first.baseUrl)
  const inner = createOpenAIChatTransport({ baseUrl: first.baseUrl })
  const restarted = Promise.withResolvers<Awaited<ReturnType<typeof startFakeProvider>>>()
  const services = {
    ...instantTime(),
    async sleep(ms: number) {
      if (ms >= 1_800_000) return new Promise<void>(() => undefined)
      restarted.resolve(await startFakeProvider({ script: [text('two')], port: Number(port) }))
    },
  }
  const transport = withRetry(inner, { services })
  expect((await read(transport)).content).toBe('one')
  await first[Symbol.asyncDispose]()
  const { content, notices } = await read(transport)
  await using second = await restarted.promise
  expect(content).toBe('two')
  expect(notices).toHaveLength(1)
  expect(second.requests).toHaveLength(1)
})

describe('delays', () => {
  test('double up to the maximum, with full jitter', async () => {
    const { transport, time } = retrying([...Array(5).fill(overloaded), text('fine')], {
      attempts: 6,
      baseDelayMs: 1000,
      maxDelayMs: 5000,
    })
    expect((await read(transport)).content).toBe('fine')
    expect(time.waits).toEqual([500, 1000, 2000, 2500, 2500])
  })

  test('last at least as long as the provider requests', async () => {
    const { transport, time } = retrying([limited(20_000), limited(100), text('fine')])
    await read(transport)
    expect(time.waits[0]).toBeGreaterThanOrEqual(20_000)
    expect(time.waits[0]).toBeLessThanOrEqual(25_000)
    expect(time.waits[1]).toBe(5_000)
  })

  test('are skipped when the provider requests too long a delay, which the error contains', async () => {
    const { transport, provider, time } = retrying([limited(130_000), text('never')])
    expect((await read(transport)).error).toMatchObject({
      kind: 'rate-limit',
      retryAfterMs: 130_000,
      message: 'Slow down. It asks to wait 3 min, which is too long to wait for.',
    })
    expect(provider.requests).toHaveLength(1)
    expect(time.waits).toEqual([])
  })

  test('are skipped when they would end after the deadline', async () => {
    const { transport, provider } = retrying([limited(20_000), text('never')], { totalMs: 1_800_000, maxDelayMs: 1e9 })
    expect((await read(transport)).content).toBe('never')
    const late = retrying([limited(1_900_000), text('never')], { totalMs: 1_800_000, maxDelayMs: 1e9 })
    expect((await read(late.transport)).error).toMatchObject({ retryAfterMs: 1_900_000 })
    expect([provider.requests.length, late.provider.requests.length]).toEqual([2, 1])
  })

  test('end immediately on an abort with its reason, without another request', async () => {
    const abort = new AbortController()
    const provider = scripted([overloaded, text('never')])
    const transport = withRetry(provider, { baseDelayMs: 3_600_000, maxDelayMs: 3_600_000, totalMs: 1e9 })
    const events = transport.stream(request, { signal: abort.signal })[Symbol.asyncIterator]()
    expect(await events.next()).toMatchObject({ value: { type: 'notice', code: 'retry' } })
    const next = events.next()
    const reason = new InterruptError('Enough.')
    abort.abort(reason)
    await expect(next).rejects.toBe(reason)
    expect(provider.requests).toHaveLength(1)
  })
})

describe('limits', () => {
  test('throws the latest error after four requests', async () => {
    const failures = ['one', 'two', 'three', 'four', 'five'].map((words) => new TransportError('overloaded', words))
    const { transport, provider } = retrying(failures.map(fail))
    const { error, notices } = await read(transport)
    expect(error).toBe(failures[3])
    expect(notices).toHaveLength(3)
    expect(provider.requests).toHaveLength(4)
  })

  test('nested decorators share the four requests', async () => {
    const provider = scripted(Array(20).fill(overloaded))
    const services = instantTime()
    await read(withRetry(withRetry(withRetry(provider, { services }), { services }), { services }))
    expect(provider.requests).toHaveLength(4)
  })

  test('ends a call that takes too long with a timeout, and closes its connection', async () => {
    await using provider = await startFakeProvider({ script: [hang(text('some text'))] })
    const over = Promise.withResolvers<void>()
    const services = { ...instantTime(), sleep: () => over.promise }
    const transport = withRetry(createOpenAIChatTransport({ baseUrl: provider.baseUrl }), { totalMs: 5000, services })
    const events = transport.stream(request, { signal: unaborted })[Symbol.asyncIterator]()
    expect((await events.next()).value).toMatchObject({ type: 'text-delta' })
    over.resolve()
    const rest = (async () => {
      while (!(await events.next()).done);
    })()
    await expect(rest).rejects.toMatchObject({ kind: 'timeout', message: expect.stringContaining('5 s') })
    expect(await (await provider.request(1)).ended).toBe('left')
    expect(provider.requests).toHaveLength(1)
  })
})

describe('an answer that is interrupted', () => {
  test('is not restarted without `canRestart`', async () => {
    const { transport, provider } = retrying([cut(text('half an answer'), { after: 1 }), text('whole')])
    const { error, events } = await read(transport)
    expect(error).toMatchObject({ kind: 'network' })
    expect(events.map((event) => event.type)).toEqual(['text-delta'])
    expect(provider.requests).toHaveLength(1)
  })

  test('is restarted with a `restart` event if `canRestart` is set', async () => {
    const { transport } = retrying([cut(text('half an answer'), { after: 2 }), text('whole')], { canRestart: true })
    const { events, shown, content } = await read(transport)
    const types = events.map((event) => event.type).filter((type, index, all) => type !== all[index - 1])
    expect(types).toEqual(['text-delta', 'restart', 'notice', 'text-delta', 'finish'])
    expect([shown, content]).toEqual(['whole', 'whole'])
  })

  test('needs no restart before the first delta', async () => {
    const { transport } = retrying([cut(text('half an answer'), { after: 0 }), text('whole')], { canRestart: true })
    expect((await read(transport)).events.map((event) => event.type)).not.toContain('restart')
  })
})

test('over HTTP, every failure ends in an answer or an error within four requests', async () => {
  const ways = [
    httpReply(429, { error: { message: 'Slow down.' } }, { 'retry-after': '1' }),
    httpReply(429, '', { 'retry-after': 'Thu, 01 Jan 2099 00:00:00 GMT' }),
    httpReply(500, 'oops'),
    httpReply(503, '<html>'),
    httpReply(529, { error: { message: 'overloaded' } }),
    httpReply(200, '{"choices":'),
    httpReply(200, 'data: {"choi\n\n', { 'content-type': 'text/event-stream' }),
    htmlPage(),
    cut(text('half an answer'), { after: 1 }),
    cut(call('read_file', { path: 'a' }), { how: 'end' }),
    fail(new TransportError('network', 'Gone.')),
  ]
  for (const script of ways) {
    await using provider = await startFakeProvider({ script })
    const inner = createOpenAIChatTransport({ baseUrl: provider.baseUrl })
    const { error } = await read(withRetry(inner, { canRestart: true, services: instantTime() }))
    expect(TransportError.is(error) && error.message).toMatch(/\w/)
    expect(provider.requests.length).toBeLessThanOrEqual(4)
    provider.setScript([script, text('recovered')])
    const second = await read(withRetry(inner, { canRestart: true, services: instantTime() }))
    const isTooLong = TransportError.is(error) && (error.retryAfterMs ?? 0) > 120_000
    expect(second.content).toBe(isTooLong ? undefined : 'recovered')
    expect(second.shown).toBe(isTooLong ? '' : 'recovered')
  }
})
