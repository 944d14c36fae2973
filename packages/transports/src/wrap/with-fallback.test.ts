import {
  createAgent,
  InterruptError,
  type Message,
  type ModelRequest,
  type Transport,
  TransportError,
  type TransportEvent,
} from '@hermes/core'
import {
  call,
  cut,
  fail,
  fakeTools,
  hang,
  type ScriptedReply,
  scripted,
  startFakeProvider,
  text,
} from '@hermes/testkit'
import { transportContract } from '@hermes/testkit/contracts'
import { describe, expect, test } from 'vitest'
import { createOpenAIChatTransport } from '../openai-chat/index.js'
import { withCredentialPool } from './with-credential-pool.js'
import { withFallback } from './with-fallback.js'
import { withRetry } from './with-retry.js'

const unaborted = new AbortController().signal

transportContract({
  name: 'openai-chat as the only member of a chain',
  create: ({ baseUrl, apiKey }) => withFallback([{ transport: createOpenAIChatTransport({ baseUrl, apiKey }) }]),
})

transportContract({
  name: 'a spare that answers for a primary whose key is refused',
  create: ({ replies }) =>
    silently(
      withFallback([
        { transport: scripted(refusals(fail(new TransportError('auth', 'No.')))) },
        { transport: scripted(replies) },
      ]),
    ),
  gaps: { server: 'it answers in this process' },
})

function* refusals(failure: ReturnType<typeof fail>) {
  while (true) yield failure
}

/** Removes the events that the contract tests do not expect, because they check answers only. */
function silently(transport: Transport): Transport {
  return {
    ...transport,
    async *stream(request, options) {
      for await (const event of transport.stream(request, options)) if (event.type !== 'notice') yield event
    },
  }
}

function ask(...messages: Message[]): ModelRequest {
  return { model: 'big', system: 's', messages, tools: [] }
}

const user = (content: string): Message => ({ role: 'user', content })

async function read(transport: Transport, request = ask(user('Hello'))) {
  const events: TransportEvent[] = []
  let shown = ''
  for await (const event of transport.stream(request, { signal: unaborted })) {
    events.push(event)
    if (event.type === 'restart') shown = ''
    if (event.type === 'text-delta') shown += event.text
  }
  const finish = events.findLast((event) => event.type === 'finish')
  const notices = events.filter((event) => event.type === 'notice').map((event) => event.text)
  return { events, notices, shown, content: finish?.message.content }
}

const failing = (kind: TransportError['kind'], options: { status?: number; retryAfterMs?: number } = {}) =>
  fail(new TransportError(kind, 'The primary failed.', options))

describe('an error of the primary', () => {
  test.each([
    'rate-limit',
    'overloaded',
    'network',
    'timeout',
    'protocol',
    'auth',
    'model-not-found',
    'content-filter',
  ] as const)('%s is answered by the next member, with one notice', async (kind) => {
    const spare = scripted([text('fine')])
    const chain = withFallback([
      { transport: scripted([failing(kind)]) },
      { transport: spare, model: 'small', name: 'the spare' },
    ])
    const { content, notices } = await read(chain)
    expect(content).toBe('fine')
    expect(notices).toEqual(['The primary failed. Continuing with the spare.'])
    expect(spare.requests[0]).toMatchObject({ model: 'small', system: 's' })
  })

  test.each(['context-overflow', 'invalid-request'] as const)('%s is thrown', async (kind) => {
    const spare = scripted([text('never')])
    const chain = withFallback([{ transport: scripted([failing(kind)]) }, { transport: spare }])
    await expect(read(chain)).rejects.toMatchObject({ kind })
    expect(spare.requests).toHaveLength(0)
  })

  test('continues with another member after a 404 from an address without the API', async () => {
    const chain = withFallback([
      { transport: scripted([failing('invalid-request', { status: 404 })]) },
      { transport: scripted([text('fine')]) },
    ])
    expect((await read(chain)).content).toBe('fine')
  })

  test('names the provider in answers of other members only', async () => {
    const chain = withFallback([
      { transport: scripted([text('mine'), failing('overloaded')]) },
      { transport: scripted([text('theirs')]), model: 'small', provider: 'other' },
    ])
    const finishes = [await read(chain), await read(chain, ask(user('Again')))].map(({ events }) => events.at(-1))
    expect(finishes[0]).not.toHaveProperty('servedBy')
    expect(finishes[1]).toMatchObject({ type: 'finish', servedBy: { provider: 'other', model: 'small' } })
  })

  test('discards an answer that a content filter cut off', async () => {
    const filtered = scripted([text('How to make a', { reason: 'content-filter' })])
    const spare = scripted([text('Let us talk of tea.')])
    const { events } = await read(withFallback([{ transport: filtered }, { transport: spare }], { canRestart: true }))
    const types = events.map(({ type }) => type)
    expect(types.indexOf('restart')).toBeGreaterThan(types.indexOf('text-delta'))
    expect(events.at(-1)).toMatchObject({ type: 'finish', message: { content: 'Let us talk of tea.' } })
  })

  test('a filtered answer is requested from the next member; that of the last member is returned', async () => {
    const filtered = () => scripted([text('', { reason: 'content-filter' })])
    const chain = withFallback([{ transport: filtered() }, { transport: scripted([text('fine')]) }])
    expect((await read(chain)).content).toBe('fine')
    expect((await read(withFallback([{ transport: filtered() }]))).events.at(-1)).toMatchObject({
      reason: 'content-filter',
    })
  })

  test('throws the last error when all fail, after one request to each', async () => {
    const members = ['one', 'two', 'three'].map((words) => ({
      transport: scripted([fail(new TransportError('overloaded', words)), text('never')]),
    }))
    const [first, ...others] = members
    if (!first) throw new Error('no member')
    await expect(read(withFallback([first, ...others]))).rejects.toMatchObject({ message: 'three' })
    expect(members.map(({ transport }) => transport.requests.length)).toEqual([1, 1, 1])
  })

  test('the whole chain shares the four requests of a retry', async () => {
    const main = scripted(refusals(failing('overloaded')))
    const spare = scripted(refusals(failing('overloaded')))
    const services = { sleep: async () => undefined }
    const chain = withFallback([{ transport: withRetry(main, { services }) }, { transport: spare }])
    await expect(read(withRetry(chain, { services, totalMs: Number.POSITIVE_INFINITY }))).rejects.toThrow()
    expect(main.requests.length + spare.requests.length).toBe(4)
  })
})

describe('a turn', () => {
  const toolCall: Message = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 't', arguments: '{}' } }],
  }
  const result: Message = { role: 'tool', tool_call_id: 'c', content: 'r' }

  test('stays with the member that answers it, and the next one starts with the primary', async () => {
    const primary = scripted([failing('overloaded'), text('back')])
    const spare = scripted([call('t'), text('done')])
    const chain = withFallback([{ transport: primary }, { transport: spare }])
    const first = user('first')
    await read(chain, ask(first))
    const second = await read(chain, ask(first, toolCall, result))
    expect([second.content, second.notices]).toEqual(['done', []])
    const next = await read(chain, ask(first, toolCall, result, { role: 'assistant', content: 'done' }, user('next')))
    expect([next.content, next.notices]).toEqual(['back', []])
  })

  test('does not affect another session', async () => {
    const primary = scripted([failing('overloaded'), text('from the primary')])
    const chain = withFallback([{ transport: primary }, { transport: scripted([text('from the spare')]) }])
    expect((await read(chain, ask(user('Hello')))).content).toBe('from the spare')
    expect((await read(chain, ask(user('Hello')))).content).toBe('from the primary')
  })

  test('goes back to the primary when the member that answered it fails too', async () => {
    const primary = scripted([failing('network'), text('back')])
    const chain = withFallback([{ transport: primary }, { transport: scripted([call('t'), failing('network')]) }])
    const first = user('first')
    await read(chain, ask(first))
    expect((await read(chain, ask(first, toolCall, result))).content).toBe('back')
  })

  test('starts with the next member while the known reset time of the primary has not passed', async () => {
    let nowMs = 0
    const primary = scripted([failing('rate-limit', { retryAfterMs: 60_000 }), text('back')])
    const spare = scripted([text('one'), text('two')])
    const chain = withFallback(
      [
        { transport: primary, name: 'main' },
        { transport: spare, name: 'spare' },
      ],
      {
        services: { now: () => nowMs },
      },
    )
    await read(chain)
    nowMs = 59_000
    const limited = await read(chain)
    expect([limited.content, limited.notices]).toEqual([
      'two',
      ['main takes no requests for another 1 s. Continuing with spare.'],
    ])
    expect(primary.requests).toHaveLength(1)
    nowMs = 60_000
    expect(await read(chain)).toMatchObject({ content: 'back', notices: [] })
  })

  test('uses a limited member when no other is left', async () => {
    const primary = scripted([failing('rate-limit', { retryAfterMs: 60_000 }), text('after all')])
    const chain = withFallback([{ transport: primary }])
    await expect(read(chain)).rejects.toMatchObject({ retryAfterMs: 60_000 })
    expect((await read(chain)).content).toBe('after all')
  })
})

describe('a primary that asks for a delay', () => {
  function setUp(primary: ScriptedReply[], spare: ScriptedReply[]) {
    const clock = { nowMs: 0, waits: [] as number[] }
    const services = {
      now: () => clock.nowMs,
      random: () => 0,
      async sleep(ms: number, signal: AbortSignal) {
        signal.throwIfAborted()
        clock.waits.push(ms)
        clock.nowMs += ms
      },
    }
    const retrying = (replies: ScriptedReply[]) => withRetry(scripted(replies), { services })
    const chain = withFallback(
      [
        { transport: retrying(primary), name: 'main' },
        { transport: retrying(spare), name: 'the spare' },
      ],
      { services },
    )
    return { chain, clock }
  }
  const limited = (retryAfterMs: number) => failing('rate-limit', { retryAfterMs })

  test('of more than five seconds is skipped immediately', async () => {
    const { chain, clock } = setUp([limited(8_000)], [text('ok')])
    const { content, notices } = await read(chain)
    expect(content).toBe('ok')
    expect(notices).toEqual(['The primary failed. It asks to wait 8 s. Continuing with the spare.'])
    expect(clock.waits).toEqual([])
  })

  test('of a few seconds is waited for', async () => {
    const { chain, clock } = setUp([limited(4_000), text('main')], [])
    expect((await read(chain)).content).toBe('main')
    expect(clock.waits).toEqual([4_000])
  })

  test('is waited for when all other members have failed', async () => {
    const { chain, clock } = setUp([limited(8_000), text('main')], [failing('auth', { status: 401 })])
    const { content, notices } = await read(chain)
    expect(content).toBe('main')
    expect(notices.slice(1)).toEqual([
      'The primary failed. It asks to wait 8 s. Trying again in 8 s.',
      'The primary failed. Continuing with main.',
    ])
    expect(clock.waits).toEqual([8_000])
  })

  test('that is too long ends the call when all other members have failed', async () => {
    const { chain, clock } = setUp([limited(300_000)], [failing('auth', { status: 401 })])
    await expect(read(chain)).rejects.toMatchObject({ kind: 'auth' })
    expect(clock.waits).toEqual([])
  })

  test('of more than five seconds is skipped immediately even with a pool of keys', async () => {
    const pool = withCredentialPool({ credentials: [{ key: 'only' }], create: () => scripted([limited(8_000)]) })
    const chain = withFallback([{ transport: withRetry(pool) }, { transport: scripted([text('ok')]) }])
    expect((await read(chain)).content).toBe('ok')
  })
})

describe('a primary that fails inside an answer', () => {
  test('is replaced by the next member over HTTP, with one notice and no repeated output', async () => {
    const primary = await startFakeProvider({ script: hang(text('The capital of France is')) })
    await using spare = await startFakeProvider({ script: [text('The capital of France is Paris.')] })
    const agent = createAgent({
      transport: withFallback(
        [
          { transport: createOpenAIChatTransport({ baseUrl: primary.baseUrl }) },
          { transport: createOpenAIChatTransport({ baseUrl: spare.baseUrl }), name: 'the spare' },
        ],
        { canRestart: true },
      ),
      model: { id: 'm' },
    })
    const run = agent.run('What is the capital of France?')
    let shown = ''
    const notices: string[] = []
    for await (const event of run) {
      if (event.type === 'text-delta') shown += event.text
      if (event.type === 'text-delta' && shown.includes('is')) await primary.close()
      if (event.type === 'restart') shown = ''
      if (event.type === 'notice') notices.push(event.text)
    }
    const { outcome, messages } = await run.result
    expect(outcome).toEqual({ status: 'completed', text: 'The capital of France is Paris.' })
    expect(shown).toBe('The capital of France is Paris.')
    expect(notices).toEqual([expect.stringContaining('Continuing with the spare.')])
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  })

  test('is replaced after its own retries, and the spare finishes a turn with tools', async () => {
    const primary = await startFakeProvider({
      script: [call('look'), cut(text('Half of the answer'), { after: 2 }), fail(new TransportError('overloaded', ''))],
    })
    await using spare = await startFakeProvider({ script: [call('look'), text('All of the answer.')] })
    const services = { sleep: async (ms: number) => (ms < 600_000 ? undefined : new Promise<void>(() => undefined)) }
    const main = createOpenAIChatTransport({ baseUrl: primary.baseUrl })
    const agent = createAgent({
      transport: withFallback(
        [
          { transport: withRetry(main, { attempts: 2, canRestart: true, services }) },
          { transport: createOpenAIChatTransport({ baseUrl: spare.baseUrl }), model: 'small' },
        ],
        { canRestart: true },
      ),
      model: { id: 'm' },
      tools: fakeTools({ look: () => 'seen' }),
    })
    const run = agent.run('go')
    let shown = ''
    const codes: string[] = []
    for await (const event of run) {
      if (event.type === 'text-delta') shown += event.text
      if (event.type === 'restart') shown = ''
      if (event.type === 'notice') codes.push(event.code)
    }
    await primary.close()
    expect((await run.result).finalResponse).toBe('All of the answer.')
    expect(shown).toBe('All of the answer.')
    expect(codes).toEqual(['retry', 'fallback'])
    expect([primary.requests.length, spare.requests.length]).toEqual([3, 2])
  })

  test('throws without `canRestart`', async () => {
    const spare = scripted([text('never')])
    const chain = withFallback([{ transport: scripted([cut(text('half an answer'))]) }, { transport: spare }])
    await expect(read(chain)).rejects.toMatchObject({ kind: 'network' })
    expect(spare.requests).toHaveLength(0)
  })
})

test('an abort calls no other member', async () => {
  await using primary = await startFakeProvider({ script: hang() })
  const spare = scripted([text('never')])
  const chain = withFallback([
    { transport: createOpenAIChatTransport({ baseUrl: primary.baseUrl }) },
    { transport: spare },
  ])
  const abort = new AbortController()
  const next = chain
    .stream(ask(user('Hello')), { signal: abort.signal })
    [Symbol.asyncIterator]()
    .next()
  const rejection = expect(next).rejects.toThrow('Enough.')
  const request = await primary.request(1)
  abort.abort(new InterruptError('Enough.'))
  await rejection
  expect(await request.ended).toBe('left')
  expect(spare.requests).toHaveLength(0)
})

test('an abort calls no other member, even if its reason is a retryable error', async () => {
  const spare = scripted([text('never')])
  const chain = withFallback([{ transport: scripted([hang(text('some text'))]) }, { transport: spare }], {
    canRestart: true,
  })
  const abort = new AbortController()
  const events = chain.stream(ask(user('Hello')), { signal: abort.signal })[Symbol.asyncIterator]()
  await events.next()
  const reason = new TransportError('timeout', 'The whole call took too long.')
  abort.abort(reason)
  await expect(events.next()).rejects.toBe(reason)
  expect(spare.requests).toHaveLength(0)
})
