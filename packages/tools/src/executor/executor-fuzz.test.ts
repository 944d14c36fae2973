import { setTimeout as delay } from 'node:timers/promises'
import {
  type JsonObject,
  type MessageContent,
  silentLogger,
  type Tool,
  type ToolCall,
  type ToolEvent,
  textOf,
} from '@hermes/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createToolRegistry } from '../registry/registry.js'
import { createToolExecutor } from './executor.js'

/** Ways in which a tool may misbehave. */
type Behaviour =
  | { readonly kind: 'text'; readonly length: number }
  | { readonly kind: 'rubbish'; readonly value: unknown }
  | { readonly kind: 'throws' | 'rejects'; readonly value: unknown }
  | { readonly kind: 'hangs' | 'heeds' | 'tells after its end' | 'aborts the turn' }

const circular: Record<string, unknown> = { content: 'text' }
circular.display = circular
const selfCaused = new Error('It turns.')
selfCaused.cause = selfCaused

const rubbish = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    0,
    true,
    Symbol('x'),
    () => 'x',
    {},
    [],
    { content: 1 },
    { content: [null] },
  ),
  fc.record({ content: fc.anything() }),
  fc.record({
    content: fc.constantFrom('text', []),
    display: fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
    isError: fc.anything(),
  }),
  fc.constantFrom(circular, selfCaused),
  fc.anything(),
)
const behaviour: fc.Arbitrary<Behaviour> = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), length: fc.integer({ min: 0, max: 5_000 }) }),
  fc.record({ kind: fc.constant('rubbish' as const), value: rubbish }),
  fc.record({ kind: fc.constantFrom('throws' as const, 'rejects' as const), value: rubbish }),
  fc.record({ kind: fc.constantFrom('hangs' as const, 'heeds' as const, 'tells after its end' as const) }),
  fc.record({ kind: fc.constant('aborts the turn' as const) }),
)
const traits = fc.record({
  concurrency: fc.constantFrom('safe' as const, 'never' as const),
  isUntrusted: fc.boolean(),
  isDeferrable: fc.boolean(),
  maxResultChars: fc.constantFrom(undefined, 200, 3_000, Number.POSITIVE_INFINITY),
})
const args = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('', '{', '{"path": "a', '[]', 'null', '{}'),
)

const graceMs = 5
const timeoutMs = 10

function behave({ kind, ...given }: Behaviour, turn: AbortController, late: Promise<unknown>[]): Tool['run'] {
  const value = 'value' in given ? given.value : undefined
  return async (_, context) => {
    switch (kind) {
      case 'text':
        return 'x'.repeat('length' in given ? given.length : 0)
      case 'rubbish':
        // Tools may be written in plain JavaScript.
        return value as string
      case 'throws':
        throw value
      case 'rejects':
        return Promise.reject(value)
      case 'heeds':
        return new Promise((_resolve, reject) =>
          context.signal.addEventListener('abort', () => reject(new Error('ended'))),
        )
      case 'tells after its end':
        late.push(delay(graceMs).then(() => context.report('late')))
        return 'done'
      case 'aborts the turn':
        turn.abort(new Error('over'))
        return 'aborted'
      case 'hangs':
        return new Promise<never>(() => undefined)
    }
  }
}

const isContent = (content: MessageContent) =>
  typeof content === 'string' || (Array.isArray(content) && content.every((part) => typeof part.type === 'string'))

test('starts and ends every call once, in time and with a storable result, whatever tools and models do', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(behaviour, traits), { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(6), args), { minLength: 1, maxLength: 8 }),
      async (kinds, made) => {
        const turn = new AbortController()
        const late: Promise<unknown>[] = []
        const tools = kinds.map(
          ([kind, { maxResultChars, ...more }], index): Tool => ({
            name: `tool_${index}`,
            description: '',
            toolset: 'fuzz',
            parameters: { type: 'object' },
            effect: 'once',
            timeoutMs,
            ...more,
            ...(maxResultChars !== undefined && { maxResultChars }),
            run: behave(kind, turn, late),
          }),
        )
        const names = [...tools.map(({ name }) => name), 'unknown', 'tool_call', 'tool_search']
        const calls = made.map(([pick, text], index): ToolCall => {
          const name = names[pick % names.length] ?? ''
          return { id: `call_${index}`, type: 'function', function: { name, arguments: text } }
        })
        const limits = { graceMs, resultChars: 2_000, batchChars: 4_000 }
        const executor = createToolExecutor({ registry: createToolRegistry(tools), limits, search: { mode: 'on' } })
        const events: ToolEvent[] = []
        const context = { sessionId: 's', taskId: 't', signal: turn.signal }
        for await (const event of executor.execute(calls, context)) events.push(event)
        const told = events.length
        await Promise.all(late)
        expect(events).toHaveLength(told)
        for (const { id } of calls) {
          const own = events.filter((event) => ('call' in event ? event.call.id : event.callId) === id)
          expect(own.map(({ type }) => type)).toEqual(['tool-start', 'tool-end'])
        }
        for (const event of events) {
          if (event.type !== 'tool-end') continue
          expect(isContent(event.message.content)).toBe(true)
          expect(JSON.parse(JSON.stringify(event.message))).toEqual(event.message)
          expect(typeof event.isError).toBe('boolean')
          expect(() => JSON.stringify(event)).not.toThrow()
          expect(textOf(event.message.content).isWellFormed()).toBe(true)
        }
        await expect(executor.definitions()).resolves.toBeDefined()
      },
    ),
    { numRuns: 150 },
  )
})

test('provides the tools of a session, whatever their checks and descriptions do', async () => {
  const check = fc.constantFrom<Tool['isAvailable']>(
    undefined,
    () => true,
    () => false,
    () => Promise.reject(new Error('no')),
    () => {
      throw new Error('no')
    },
  )
  const adapt = fc.constantFrom<Tool['adapt']>(
    undefined,
    () => ({ description: 'adapted', parameters: { type: 'object' } satisfies JsonObject }),
    () => {
      throw new Error('no')
    },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ check, adapt, isDeferrable: fc.boolean() }), { maxLength: 6 }),
      async (made) => {
        const tools = made.map(
          ({ check: isAvailable, adapt: toText, isDeferrable }, index): Tool => ({
            name: `tool_${index}`,
            description: 'plain',
            toolset: 'fuzz',
            parameters: { type: 'object' },
            effect: 'read',
            concurrency: 'safe',
            isDeferrable,
            run: async () => '',
            ...(isAvailable && { isAvailable }),
            ...(toText && { adapt: toText }),
          }),
        )
        const executor = createToolExecutor({ registry: createToolRegistry(tools), services: { logger: silentLogger } })
        const [first, second] = [await executor.definitions(), await executor.definitions()]
        expect(JSON.stringify(first)).toBe(JSON.stringify(second))
        expect(await executor.definitions(first.map(({ name }) => name))).toEqual(first)
      },
    ),
  )
})
