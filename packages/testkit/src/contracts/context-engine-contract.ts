import {
  type Compression,
  type ContextEngine,
  type ContextSnapshot,
  InterruptError,
  type Message,
  sanitizeTranscript,
} from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { describe, expect, it } from 'vitest'
import { checkHistories } from './context-engine/check-histories.js'
import { conversations, shortConversation } from './context-engine/conversations.js'
import { never, snapshotOf } from './context-engine/snapshot-of.js'
import { testLimitMs } from './time-limits.js'

export interface ContextEngineContract {
  /** The name of the suite: `compressor`. */
  readonly name: string
  /** Creates the engine under test. If it calls a model, that model must answer every request. */
  create(): ContextEngine | Promise<ContextEngine>
}

/**
 * Registers the vitest suite for core's `ContextEngine`. Call it at the top level of a test file.
 *
 * The conversations have a window of 8,000 tokens. Those to compress are several times as long by any estimate, and the
 * one that fits has a few words. The random histories are deterministic; call `fc.configureGlobal({ seed })` of
 * fast-check before the suite to explore others.
 */
export function contextEngineContract({ name, create }: ContextEngineContract): void {
  describe(`context engine contract | ${name}`, { timeout: testLimitMs }, () => {
    decisionTests(create)
    describe.each(Object.entries(conversations))('compresses %s', (_, messages) => compressionTests(create, messages))
    sessionTests(create)
    historyTests(create)
    toolTests(create)
  })
}

type Create = ContextEngineContract['create']
type Compressed = Extract<Compression, { status: 'compressed' }>

function decisionTests(create: Create): void {
  it('leaves a conversation that fits unchanged', async () => {
    expect((await create()).shouldCompress(snapshotOf(shortConversation))).toBe(false)
  })

  it.each(Object.entries(conversations))(
    'requests a compression when the window is exceeded: %s',
    async (_, messages) => {
      expect((await create()).shouldCompress(snapshotOf(messages))).toBe(true)
    },
  )

  it('decides the same way in any order and number of calls', async () => {
    const engine = await create()
    const snapshots = [shortConversation, ...Object.values(conversations)].map((messages) => snapshotOf(messages))
    const first = snapshots.map((snapshot) => engine.shouldCompress(snapshot))
    const again = snapshots.toReversed().map((snapshot) => engine.shouldCompress(snapshot))
    expect(again.toReversed()).toEqual(first)
  })

  it('rejects with the reason of an aborted signal', async () => {
    const reason = new InterruptError('Enough.')
    const { 'a long chat': messages = [] } = conversations
    const compressing = (await create()).compress(snapshotOf(messages), {
      signal: AbortSignal.abort(reason),
      force: true,
    })
    await expect(compressing).rejects.toBe(reason)
  })
}

function compressionTests(create: Create, messages: readonly Message[]): void {
  const compressed = async () => compress(await create(), snapshotOf(messages))

  it('into fewer tokens', async () => {
    const { tokensBefore, tokensAfter, messages: kept } = await compressed()
    expect(tokensAfter).toBeLessThan(tokensBefore)
    expect(JSON.stringify(kept).length).toBeLessThan(JSON.stringify(messages).length)
  })

  it('into a valid history: every call with its result, no role twice in a row', async () => {
    const { messages: kept } = await compressed()
    expect(kept.length).toBeGreaterThan(0)
    expect(sanitizeTranscript(kept)).toEqual(kept)
  })

  it('keeping the newest user message, unchanged', async () => {
    const newest = messages.findLast((message) => message.role === 'user')
    expect((await compressed()).messages).toContain(newest)
  })

  it('keeping the identity and the order of surviving messages', async () => {
    const { messages: kept } = await compressed()
    const byText = new Map(messages.map((message) => [JSON.stringify(message), message]))
    const places = kept.flatMap((message) => {
      const original = byText.get(JSON.stringify(message))
      if (original) expect(message).toBe(original)
      return original ? [messages.indexOf(original)] : []
    })
    expect(places).toEqual(places.toSorted((left, right) => left - right))
  })

  it('with a state that is plain JSON', async () => {
    const { state } = await compressed()
    expect(parseJson(JSON.stringify(state))).toEqual(state)
  })

  it('and requests no further compression of the result', async () => {
    const { messages: kept, state } = await compressed()
    const { measured: _, ...left } = snapshotOf(kept, { state })
    expect((await create()).shouldCompress(left)).toBe(false)
  })

  it('again in another process, from the stored state', async () => {
    const first = await compressed()
    const stored = structuredClone(first.state)
    const grown = [...first.messages, ...reply(first.messages.at(-1)), ...more(messages)]
    const second = await compress(await create(), snapshotOf(grown, { state: stored }))
    expect(sanitizeTranscript(second.messages)).toEqual(second.messages)
    expect(second.messages).toContain(grown.findLast((message) => message.role === 'user'))
  })
}

function sessionTests(create: Create): void {
  it('serves two sessions concurrently without mixing them', async () => {
    const engine = await create()
    const mark = (marker: string) => conversations['a long chat']?.map((message) => marked(message, marker)) ?? []
    const [left, right] = await Promise.all([
      compress(engine, snapshotOf(mark('alpha'), { sessionId: 'left' })),
      compress(engine, snapshotOf(mark('omega'), { sessionId: 'right' })),
    ])
    expect(JSON.stringify([left.messages, left.state])).not.toContain('omega')
    expect(JSON.stringify([right.messages, right.state])).not.toContain('alpha')
  })

  it('does nothing, with a reason, when there is nothing to compress', async () => {
    const outcome = await (await create()).compress(snapshotOf(shortConversation), never())
    if (outcome.status !== 'skipped') throw new Error('A conversation of three short messages was compressed.')
    expect(outcome.reason).toMatch(/\S/)
  })
}

function historyTests(create: Create): void {
  it('compresses any history into a valid one without changing surviving messages', async () => {
    await checkHistories(await create())
  })

  it('accepts a state that it did not write', async () => {
    const engine = await create()
    const { 'a chat with tools': messages = [] } = conversations
    for (const state of [{ version: 99 }, { version: 1, summary: 7, asks: 'none', waitFor: [] }, { rounds: 'many' }]) {
      const { messages: kept } = await compress(engine, snapshotOf(messages, { state }))
      expect(sanitizeTranscript(kept)).toBe(kept)
    }
  })
}

function toolTests(create: Create): void {
  it('offers tools with unique names, if any', async () => {
    const { tools = [] } = await create()
    const names = tools.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  })
}

async function compress(engine: ContextEngine, snapshot: ContextSnapshot): Promise<Compressed> {
  const outcome = await engine.compress(snapshot, { ...never(), force: true })
  if (outcome.status === 'compressed') return outcome
  throw new Error(`The conversation was not compressed: ${outcome.reason}`)
}

/** Completes the model's turn if it is open. */
function reply(last: Message | undefined): Message[] {
  return last?.role === 'assistant' ? [] : [{ role: 'assistant', content: 'Understood.' }]
}

/** Continues the conversation with a copy of itself, with new messages and call ids. */
function more(messages: readonly Message[]): Message[] {
  return messages.map((message) => withTexts(message, (text) => text.replaceAll(/call_(?=\d)/g, 'later_')))
}

function marked(message: Message, marker: string): Message {
  return withTexts(message, (text) => text.replaceAll('fox', marker))
}

/** Returns the same value with each of its texts changed, at any depth. */
function withTexts<Value>(value: Value, change: (text: string) => string): Value {
  const copy = structuredClone(value)
  if (typeof copy === 'object' && copy !== null) changeTexts(copy, change)
  return copy
}

function changeTexts(parent: object, change: (text: string) => string): void {
  for (const [name, member] of Object.entries(parent)) {
    if (typeof member === 'string') Reflect.set(parent, name, change(member))
    else if (typeof member === 'object' && member !== null) changeTexts(member, change)
  }
}
