import {
  ConfigError,
  InterruptError,
  type ModelRequest,
  type Transport,
  TransportError,
  type TransportEvent,
} from '@hermes/core'
import { cut, fail, httpReply, type ScriptedReply, scripted, startFakeProvider, text } from '@hermes/testkit'
import { transportContract } from '@hermes/testkit/contracts'
import { describe, expect, test } from 'vitest'
import { createOpenAIChatTransport } from '../openai-chat/index.js'
import type { Credential } from './credential.js'
import type { PoolState } from './pool-state.js'
import { type CredentialPoolOptions, withCredentialPool } from './with-credential-pool.js'
import { withFallback } from './with-fallback.js'
import { withRetry } from './with-retry.js'

const hourMs = 3_600_000
const request: ModelRequest = { model: 'm', system: 's', messages: [{ role: 'user', content: 'Hello' }], tools: [] }
const unaborted = new AbortController().signal

const twoKeys = [{ key: 'contract-key-1' }, { key: 'contract-key-2' }]

transportContract({
  name: 'openai-chat in a pool with one attempt',
  create: ({ baseUrl, apiKey }) =>
    withCredentialPool({
      credentials: twoKeys,
      create: () => createOpenAIChatTransport({ baseUrl, apiKey }),
      attempts: 1,
    }),
})

transportContract({
  name: 'openai-chat under every decorator',
  create: ({ baseUrl, apiKey }) => {
    const create = () => createOpenAIChatTransport({ baseUrl, apiKey })
    return withFallback([
      { transport: withRetry(withCredentialPool({ credentials: twoKeys, create }), { attempts: 1 }) },
    ])
  },
})

/** Creates a pool over keys with scripted answers. Records the requested keys in order, and has a fake clock. */
function setUp(scripts: Record<string, Iterable<ScriptedReply>>, options: Partial<CredentialPoolOptions> = {}) {
  const asked: string[] = []
  const waits: number[] = []
  const clock = { nowMs: Date.UTC(2026, 0, 1), wallOffsetMs: 0 }
  const create = ({ key }: Credential): Transport => {
    const inner = scripted(scripts[key] ?? [])
    const stream: Transport['stream'] = (...call) => {
      asked.push(key)
      return inner.stream(...call)
    }
    return { ...inner, stream }
  }
  const services = {
    now: () => clock.nowMs,
    wallClock: () => clock.nowMs + clock.wallOffsetMs,
    random: () => 0.5,
    async sleep(ms: number, signal: AbortSignal) {
      signal.throwIfAborted()
      waits.push(ms)
    },
  }
  const credentials = Object.keys(scripts)
    .filter((key) => !key.startsWith('new'))
    .map((key) => ({ key, label: key }))
  const reopen = () => withCredentialPool({ credentials, create, services, ...options })
  return { pool: reopen(), reopen, asked, waits, clock }
}

async function read(transport: Transport, signal = unaborted) {
  const notices: string[] = []
  let content: string | null = null
  let error: unknown
  try {
    for await (const event of transport.stream(request, { signal })) {
      if (event.type === 'notice') notices.push(event.text)
      if (event.type === 'finish') content = event.message.content
    }
  } catch (thrown) {
    error = thrown
  }
  return { notices, content, error }
}

function failure(kind: TransportError['kind'], status?: number, retryAfterMs?: number) {
  return fail(
    new TransportError(kind, 'Refused.', {
      ...(status !== undefined && { status }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }),
  )
}

const limited = failure('rate-limit', 429)

function* forever(reply: ScriptedReply): Generator<ScriptedReply> {
  while (true) yield reply
}

describe('a rate limit', () => {
  test('waits once for the same key', async () => {
    const { pool, asked, waits } = setUp({ a: [limited, text('ok')], b: [] })
    expect(await read(pool)).toMatchObject({ content: 'ok', notices: ['Refused. Trying again in 1 s.'] })
    expect(asked).toEqual(['a', 'a'])
    expect(waits).toHaveLength(1)
  })

  test('waits as long as the provider requests', async () => {
    const { pool, waits } = setUp({ a: [failure('rate-limit', 429, 10_000), text('ok')] })
    expect((await read(pool)).content).toBe('ok')
    expect(waits[0]).toBeGreaterThanOrEqual(10_000)
  })

  test('of more than a second rotates immediately while another key is available', async () => {
    const { pool, asked, waits } = setUp({ a: [failure('rate-limit', 429, 20_000)], b: [text('ok')] })
    const { content, notices } = await read(pool)
    expect([content, notices]).toEqual(['ok', ['Refused. Continuing with b instead of a.']])
    expect([asked, waits]).toEqual([['a', 'b'], []])
  })

  test('of a second is waited for, and so is a longer one while the other key cools down', async () => {
    const short = failure('rate-limit', 429, 1_000)
    const { pool, asked } = setUp({ a: [short, text('one')], b: [] })
    expect((await read(pool)).content).toBe('one')
    expect(asked).toEqual(['a', 'a'])
    const resting = setUp({ a: [failure('auth', 402)], b: [failure('rate-limit', 429, 20_000), text('b')] })
    expect((await read(resting.pool)).content).toBe('b')
    expect([resting.asked, resting.waits.length]).toEqual([['a', 'b', 'b'], 1])
  })

  test('in a row cools the key down for an hour and uses the next key', async () => {
    const { pool, asked, clock } = setUp({
      a: [limited, limited, text('rested')],
      b: [text('one'), text('two'), text('never')],
    })
    const { content, notices } = await read(pool)
    expect([content, notices.at(-1)]).toEqual(['one', 'Refused. Continuing with b instead of a.'])
    clock.nowMs += hourMs - 1
    expect((await read(pool)).content).toBe('two')
    clock.nowMs += 1
    expect((await read(pool)).content).toBe('rested')
    expect(asked).toEqual(['a', 'a', 'b', 'b', 'a'])
  })

  test('in a row cools the key down for the requested time', async () => {
    const { pool, clock } = setUp({
      a: [limited, failure('rate-limit', 429, 20_000), text('rested')],
      b: forever(text('b')),
    })
    await read(pool)
    clock.nowMs += 20_000
    expect((await read(pool)).content).toBe('rested')
  })

  test('that lasts long rotates immediately', async () => {
    const { pool, asked, waits } = setUp({ a: [failure('rate-limit', 429, hourMs)], b: [text('ok')] })
    expect((await read(pool)).content).toBe('ok')
    expect([asked, waits]).toEqual([['a', 'b'], []])
  })

  test('is not in a row if there was an answer in between', async () => {
    const { pool, asked } = setUp({ a: [limited, text('one'), limited, text('two')], b: [] })
    await read(pool)
    expect((await read(pool)).content).toBe('two')
    expect(asked).toEqual(['a', 'a', 'a', 'a'])
  })

  test('in several concurrent sessions counts once', async () => {
    const bothAsked = Promise.withResolvers<void>()
    const together: ScriptedReply = async (_, number) => {
      if (number === 2) bothAsked.resolve()
      await bothAsked.promise
      return limited
    }
    const { pool, asked } = setUp({ a: [together, together, text('one'), text('two')], b: [] })
    const answers = await Promise.all([read(pool), read(pool)])
    expect(answers.map(({ content }) => content).sort()).toEqual(['one', 'two'])
    expect(asked).toEqual(['a', 'a', 'a', 'a'])
  })
})

test.each([402, 429])(
  'an account without credit (%i) cools down for a day, and the next key is used immediately',
  async (status) => {
    const { pool, asked, clock } = setUp({ a: [failure('auth', status), text('paid')], b: forever(text('b')) })
    expect((await read(pool)).content).toBe('b')
    clock.nowMs += 24 * hourMs - 1
    expect((await read(pool)).content).toBe('b')
    clock.nowMs += 1
    expect((await read(pool)).content).toBe('paid')
    expect(asked).toEqual(['a', 'b', 'b', 'a'])
  },
)

describe('a rejected key', () => {
  const refused = failure('auth', 401)

  test('is renewed once and replaced', async () => {
    const renewals: string[] = []
    const refresh = async ({ key }: Credential) => {
      renewals.push(key)
      return { key: `new-${key}` }
    }
    const { pool, asked } = setUp({ a: [refused], 'new-a': [text('one'), text('two')], b: [] }, { refresh })
    expect(await read(pool)).toEqual({ content: 'one', notices: [], error: undefined })
    expect((await read(pool)).content).toBe('two')
    expect([asked, renewals]).toEqual([['a', 'new-a', 'new-a'], ['a']])
  })

  test('is renewed once for all callers', async () => {
    let renewals = 0
    const refresh = async () => {
      renewals += 1
      await Promise.resolve()
      return { key: 'new-a' }
    }
    const { pool } = setUp({ a: [refused, refused], 'new-a': forever(text('ok')) }, { refresh })
    const answers = await Promise.all([read(pool), read(pool)])
    expect(answers.map(({ content }) => content)).toEqual(['ok', 'ok'])
    expect(renewals).toBe(1)
  })

  test('rotates to the next key when the new one is rejected too', async () => {
    const refresh = async () => ({ key: 'new-a' })
    const { pool, asked } = setUp({ a: [refused], 'new-a': [refused], b: [text('ok')] }, { refresh })
    expect((await read(pool)).content).toBe('ok')
    expect(asked).toEqual(['a', 'new-a', 'b'])
  })

  test('rotates to the next key when the renewal fails, with the reason in a notice', async () => {
    const refresh = () => Promise.reject(new Error('The login has ended.'))
    const { pool } = setUp({ a: [refused], b: [text('ok')] }, { refresh })
    const { content, notices } = await read(pool)
    expect(content).toBe('ok')
    expect(notices).toEqual(['Refused. Renewing the key failed: The login has ended. Continuing with b instead of a.'])
  })

  test('is not renewed after 403', async () => {
    const refresh = () => Promise.reject(new Error('never asked'))
    const { pool, asked } = setUp({ a: [failure('auth', 403)], b: [text('ok')] }, { refresh })
    expect((await read(pool)).notices).toEqual(['Refused. Continuing with b instead of a.'])
    expect(asked).toEqual(['a', 'b'])
  })

  test('can be aborted during the renewal', async () => {
    const asked = Promise.withResolvers<void>()
    const refresh = () => {
      asked.resolve()
      return new Promise<undefined>(() => undefined)
    }
    const { pool } = setUp({ a: [refused], b: [] }, { refresh })
    const abort = new AbortController()
    const reading = read(pool, abort.signal)
    await asked.promise
    const reason = new InterruptError('Enough.')
    abort.abort(reason)
    expect((await reading).error).toBe(reason)
  })
})

describe('when all keys cool down', () => {
  test('throws the last error with the time until the first key is available, without another request', async () => {
    const { pool, asked, clock } = setUp({
      a: [failure('rate-limit', 429, hourMs)],
      b: [failure('rate-limit', 429, hourMs / 2)],
    })
    expect((await read(pool)).error).toMatchObject({
      kind: 'rate-limit',
      status: 429,
      retryAfterMs: hourMs / 2,
      message: 'Refused. All keys of the pool rest; the next one is free in 30 min.',
    })
    clock.nowMs += hourMs / 4
    const later = await read(pool)
    expect(later.error).toMatchObject({ kind: 'rate-limit', retryAfterMs: hourMs / 4 })
    expect(asked).toEqual(['a', 'b'])
  })

  test('a later call says why the keys cool down', async () => {
    const { pool } = setUp({ a: [failure('auth', 403)] })
    await read(pool)
    const { error } = await read(pool)
    expect(error).toMatchObject({ kind: 'auth', message: expect.stringContaining('The provider has refused them') })
  })

  test('a fallback chain continues with the next provider', async () => {
    const { pool } = setUp({ a: [failure('auth', 402)] })
    const chain = withFallback([{ transport: withRetry(pool) }, { transport: scripted([text('elsewhere')]) }])
    expect((await read(chain)).content).toBe('elsewhere')
  })
})

describe('errors that are not related to the key', () => {
  test.each(['overloaded', 'network', 'timeout', 'protocol', 'invalid-request', 'context-overflow'] as const)(
    '%s is thrown',
    async (kind) => {
      const { pool, asked } = setUp({ a: [failure(kind)], b: [] })
      expect((await read(pool)).error).toMatchObject({ kind, message: 'Refused.' })
      expect(asked).toEqual(['a'])
    },
  )

  test('an interrupted answer throws without repeated output', async () => {
    const { pool, asked } = setUp({ a: [cut(text('half an answer'))], b: [] })
    expect((await read(pool)).error).toMatchObject({ kind: 'network' })
    expect(asked).toEqual(['a'])
  })
})

describe('strategies', () => {
  const three = () => ({ a: forever(text('a')), b: forever(text('b')), c: forever(text('c')) })

  async function keysAsked(options: Partial<CredentialPoolOptions>, calls: number): Promise<string> {
    const { pool, asked } = setUp(three(), options)
    for (let n = 0; n < calls; n++) await read(pool)
    return asked.join('')
  }

  test('fill_first keeps the first key, round_robin alternates, least_used balances', async () => {
    expect(await keysAsked({}, 4)).toBe('aaaa')
    expect(await keysAsked({ strategy: 'round_robin' }, 5)).toBe('abcab')
    expect(await keysAsked({ strategy: 'least_used' }, 6)).toBe('abcabc')
  })

  test('random selects any key', async () => {
    const values = [0, 0.5, 0.99, 0.34, 1]
    const random = () => values.shift() ?? 0
    expect(await keysAsked({ strategy: 'random', services: { random } }, 5)).toBe('abcbc')
  })

  test('round_robin skips keys that cool down', async () => {
    const { pool, asked } = setUp({ ...three(), b: [failure('auth', 402)] }, { strategy: 'round_robin' })
    for (let n = 0; n < 4; n++) await read(pool)
    expect(asked.join('')).toBe('abcac')
  })
})

describe('requests', () => {
  test('are limited to four per call for any number of keys', async () => {
    const keys = Array.from({ length: 10 }, (_, n) => [`k${n}`, forever(failure('auth', 403))])
    const { pool, asked } = setUp(Object.fromEntries(keys))
    expect((await read(pool)).error).toMatchObject({ kind: 'auth', status: 403 })
    expect(asked).toHaveLength(4)
  })

  test('are limited to four per call inside a retry, which shares the budget', async () => {
    const keys = Array.from({ length: 10 }, (_, n) => [`k${n}`, forever(limited)])
    const { pool, asked } = setUp(Object.fromEntries(keys))
    const sleep = async () => undefined
    const { error } = await read(withRetry(pool, { services: { sleep }, totalMs: Number.POSITIVE_INFINITY }))
    expect(error).toMatchObject({ kind: 'rate-limit' })
    expect(asked).toEqual(['k0', 'k0', 'k1', 'k1'])
  })
})

describe('an account without credit', () => {
  test.each([402, 429, 400])('cools down for a day with status %i', async (status) => {
    const { pool, asked, clock } = setUp({ a: [failure('billing', status), text('paid')], b: forever(text('b')) })
    await read(pool)
    clock.nowMs += 24 * hourMs - 1
    await read(pool)
    clock.nowMs += 1
    expect((await read(pool)).content).toBe('paid')
    expect(asked).toEqual(['a', 'b', 'b', 'a'])
  })
})

describe('state', () => {
  function memoryState(): PoolState & { readonly saved: Map<string, unknown> } {
    const saved = new Map()
    return {
      saved,
      load: async () => saved,
      save: async (fingerprint, cooldown) => void saved.set(fingerprint, cooldown),
    }
  }

  test('keeps a limited key unused after a restart', async () => {
    const state = memoryState()
    const { pool, reopen, asked, clock } = setUp({ a: [failure('auth', 402)], b: forever(text('b')) }, { state })
    await read(pool)
    expect((await read(reopen())).content).toBe('b')
    expect(asked).toEqual(['a', 'b', 'b'])
    expect([...state.saved]).toEqual([
      [expect.stringMatching(/^[0-9a-f]{16}$/), { untilMs: clock.nowMs + 24 * hourMs, kind: 'auth' }],
    ])
  })

  test('gives the kind of a stored cooldown before the first request', async () => {
    const state = memoryState()
    const { pool, reopen } = setUp({ a: [failure('auth', 402)] }, { state })
    await read(pool)
    expect((await read(reopen())).error).toMatchObject({ kind: 'auth', retryAfterMs: 24 * hourMs })
  })

  test.each([-48, -2, 2, 48])(
    'a clock change of %i hours does not change the duration of a running cooldown',
    async (hours) => {
      const { pool, asked, clock } = setUp({
        a: [failure('rate-limit', 429, hourMs), text('a')],
        b: forever(text('b')),
      })
      await read(pool)
      clock.wallOffsetMs = hours * hourMs
      clock.nowMs += hourMs - 1
      await read(pool)
      clock.nowMs += 1
      await read(pool)
      expect(asked).toEqual(['a', 'b', 'b', 'a'])
    },
  )

  test('is ignored if the clock was set back', async () => {
    const state = memoryState()
    const { pool, reopen, asked, clock } = setUp({ a: [failure('auth', 402)], b: [text('b')] }, { state })
    await read(pool)
    clock.nowMs -= hourMs
    await read(reopen())
    expect(asked).toEqual(['a', 'b', 'a', 'b'])
  })

  test('that fails emits a notice and does not fail the call', async () => {
    const state: PoolState = {
      load: () => Promise.reject(new Error('Disk gone.')),
      save: () => Promise.reject(new Error('Disk full.')),
    }
    const { pool } = setUp({ a: [failure('auth', 402)], b: forever(text('b')) }, { state })
    const first = await read(pool)
    expect(first.content).toBe('b')
    expect(first.notices.join('\n')).toMatch(/Disk gone[\s\S]*Disk full/)
    expect((await read(pool)).notices).toEqual([])
  })
})

test('a limit inside an answer throws, and the key cools down for the next call', async () => {
  const limit = new TransportError('rate-limit', 'Used up.', { status: 429, retryAfterMs: hourMs })
  async function* breaksOff(): AsyncGenerator<TransportEvent> {
    yield { type: 'text-delta', text: 'half an ans' }
    throw limit
  }
  const create = ({ key }: Credential): Transport =>
    key === 'a' ? { ...scripted([]), stream: breaksOff } : scripted([text('whole')])
  const { pool } = setUp({ a: [], b: [] }, { create })
  expect(await read(pool)).toMatchObject({ error: limit, notices: [] })
  expect((await read(pool)).content).toBe('whole')
})

test('a session uses the next key if another session cooled down its key', async () => {
  let other: Promise<unknown> | undefined
  const sleep = async () => {
    other ??= read(pool)
    await other
  }
  const services = { sleep, now: () => Date.UTC(2026, 0, 1), wallClock: () => Date.UTC(2026, 0, 1), random: () => 0 }
  const { pool, asked } = setUp({ a: [limited, limited, text('never')], b: forever(text('ok')) }, { services })
  expect((await read(pool)).content).toBe('ok')
  expect(asked).toEqual(['a', 'a', 'b', 'b'])
})

test('an abort ends the wait for the same key immediately', async () => {
  const create = () => scripted([failure('rate-limit', 429, 20_000)])
  const abort = new AbortController()
  const stream = withCredentialPool({ credentials: [{ key: 'a' }], create }).stream(request, { signal: abort.signal })
  const events: AsyncIterator<TransportEvent> = stream[Symbol.asyncIterator]()
  expect((await events.next()).value).toMatchObject({ type: 'notice', code: 'retry' })
  const next = events.next()
  abort.abort('a word')
  await expect(next).rejects.toBe('a word')
})

test('over HTTP, each key is sent unchanged and appears in no notice or error', async () => {
  const noCredit = (key: string) => httpReply(402, { error: { message: `Payment required for ${key}` } })
  await using provider = await startFakeProvider({
    script: [noCredit('sk-first-secret-0001'), text('ok'), noCredit('sk-second-secret-0002')],
  })
  const pool = withCredentialPool({
    credentials: [{ key: 'sk-first-secret-0001' }, { key: 'sk-second-secret-0002' }],
    create: ({ key }) => createOpenAIChatTransport({ baseUrl: provider.baseUrl, apiKey: key }),
  })
  const answered = await read(pool)
  const exhausted = await read(pool)
  expect(answered.content).toBe('ok')
  expect(provider.requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer sk-first-secret-0001',
    'Bearer sk-second-secret-0002',
    'Bearer sk-second-secret-0002',
  ])
  expect(answered.notices[0]).toContain('Continuing with key 2 instead of key 1.')
  expect(`${answered.notices} ${exhausted.error}`).not.toMatch(/secret/)
})

test('rejects a pool without keys', () => {
  expect(() => withCredentialPool({ credentials: [], create: () => scripted([]) })).toThrow(ConfigError)
})
