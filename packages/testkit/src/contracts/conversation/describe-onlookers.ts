import type { ConversationEvent } from '@hermes/conversations'
import { expect, test } from 'vitest'
import { hang, text } from '../../fakes/reply.js'
import { patient } from '../time-limits.js'
import { type ConversationWorld, held, owner, textIn, Watcher } from './world.js'

const seed = { source: 'test' }
const words = 'one two three four five six seven eight nine ten'

export function describeOnlookers(world: () => ConversationWorld): void {
  test('sends every onlooker the same events from the start of a turn', async () => {
    const { conversations } = world().start([text(words)])
    const conversation = await conversations.open({ seed })
    const watchers = [new Watcher(conversation), new Watcher(conversation)]
    const submission = conversation.submit({ content: 'Count.' }, owner)
    const { turnId } = await accepted(submission.accepted)
    await Promise.all(watchers.map((watcher) => watcher.until('turn-done')))
    await submission.ended
    const [one, other] = await Promise.all(watchers.map((watcher) => watcher.stop()))
    expect(one).toEqual(other)
    expect(textIn(one ?? [])).toBe(words)
    const turn = { id: turnId, by: owner.person }
    expect(one?.find(({ type }) => type === 'turn-begin')).toMatchObject({ turn, input: 'Count.' })
    expect(one?.find(({ type }) => type === 'turn-done')).toMatchObject({ turn, outcome: { status: 'completed' } })
    const cursors = one?.map(({ cursor }) => cursor) ?? []
    expect(cursors).toEqual(cursors.toSorted((left, right) => left - right))
    expect(new Set(cursors).size).toBe(cursors.length)
  })

  test('sends a late onlooker the running turn with joined deltas', async () => {
    const { conversations } = world().start([hang(text(words, { pace: { pieceSize: 1 } }))])
    const conversation = await conversations.open({ seed })
    const early = new Watcher(conversation)
    const submission = conversation.submit({ content: 'Count.' }, owner)
    await expect.poll(() => early.text, patient).toBe(words)
    const late = new Watcher(conversation)
    await expect.poll(() => late.text, patient).toBe(words)
    expect(late.seen[0]).toMatchObject({ type: 'turn-begin', input: 'Count.' })
    expect(late.seen.filter(isText)).toHaveLength(1)
    const fromNow = new Watcher(conversation, { from: 'now' })
    await submission.cancel()
    const outcome = await fromNow.until('turn-done')
    expect(outcome.outcome.status).toBe('interrupted')
    expect(fromNow.text).toBe('')
    await Promise.all([early, late, fromNow].map((watcher) => watcher.stop()))
    expect(await new Watcher(conversation).stop()).toEqual([])
  })

  test('resumes at a cursor, even inside joined deltas', async () => {
    const { conversations } = world().start([hang(text(words, { pace: { pieceSize: 1 } }))])
    const conversation = await conversations.open({ seed })
    const first = new Watcher(conversation)
    const submission = conversation.submit({ content: 'Count.' }, owner)
    await expect.poll(() => first.text, patient).toBe(words)
    const all = await first.stop()
    for (const [index, { cursor }] of all.entries()) {
      const again = new Watcher(conversation, { after: cursor })
      const before = textIn(all.slice(0, index + 1))
      await expect.poll(() => before + again.text, patient).toBe(words)
      expect(again.seen.some(({ type }) => type === 'lagged' || type === 'turn-begin')).toBe(
        cursor < (all.find(({ type }) => type === 'turn-begin')?.cursor ?? 0),
      )
      await again.stop()
    }
    await submission.cancel()
    await submission.ended
  })

  test('sends the current state to an onlooker with an expired cursor', async () => {
    const { conversations } = world().start([text('1'), text('2')])
    const conversation = await conversations.open({ seed })
    const watcher = new Watcher(conversation)
    await conversation.submit({ content: 'a' }, owner).ended
    const { cursor } = await watcher.until('turn-begin')
    await watcher.stop()
    for (const after of [cursor, 1, Number.MAX_SAFE_INTEGER]) {
      const again = new Watcher(conversation, { after })
      expect((await again.until('lagged')).state.activity).toBe('idle')
      await again.stop()
    }
  })

  test('does not wait for an onlooker that never reads, and reports the missed events to it', async () => {
    const answers = Array.from({ length: 30 }, () => text(longText(100_000)))
    const { conversations } = world().start(answers)
    const conversation = await conversations.open({ seed })
    const controller = new AbortController()
    const sleeper = conversation.events({ signal: controller.signal })
    const reader = new Watcher(conversation)
    for (const _ of answers) await conversation.submit({ content: 'More.' }, owner).ended
    await expect
      .poll(() => reader.seen.filter(({ type }) => type === 'turn-done'), patient)
      .toHaveLength(answers.length)
    expect((await reader.stop()).some(({ type }) => type === 'lagged')).toBe(false)
    const { value } = await sleeper[Symbol.asyncIterator]().next()
    expect(value).toMatchObject({ type: 'lagged', state: { activity: 'idle' } })
    controller.abort()
    expect(await sleeper[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined })
  })

  test('sends the running turn to an onlooker that missed events', async () => {
    const replies = [...Array.from({ length: 8 }, () => text(longText(200_000))), hang(text(words))]
    const { conversations } = world().start(replies)
    const conversation = await conversations.open({ seed })
    const reader = new Watcher(conversation)
    const controller = new AbortController()
    const sleeper = conversation.events({ signal: controller.signal })
    const submissions = replies.map((_, index) => conversation.submit({ content: `${index}` }, owner))
    await expect.poll(() => reader.text.endsWith(words), patient).toBe(true)
    const seen: ConversationEvent[] = []
    for await (const event of sleeper) {
      seen.push(event)
      if (textIn(seen) === words) break
    }
    expect(seen[0]).toMatchObject({ type: 'lagged', state: { activity: 'running' } })
    expect(seen[1]).toMatchObject({ type: 'turn-begin', input: '8' })
    await submissions.at(-1)?.cancel()
    await submissions.at(-1)?.ended
    await reader.stop()
  })

  test('does not affect the turn when an onlooker leaves', async () => {
    const reply = held(text('Done.'))
    const { conversations } = world().start([reply.reply])
    const conversation = await conversations.open({ seed })
    const submission = conversation.submit({ content: 'Hi' }, owner)
    const { signal } = new AbortController()
    for await (const event of conversation.events({ signal })) if (event.type === 'turn-begin') break
    reply.release()
    expect(await submission.ended).toMatchObject({ result: { finalResponse: 'Done.' } })
  })
}

/** Returns a text without repetition. */
function longText(length: number): string {
  return Array.from({ length: length / 8 }, (_, index) => `${index * 7919}`.padStart(7)).join(' ')
}

function isText(event: ConversationEvent): boolean {
  return event.type === 'agent' && event.event.type === 'text-delta'
}

async function accepted<Value extends { readonly as: string }>(promise: Promise<Value>) {
  const value = await promise
  if (!('turnId' in value)) throw new Error(`accepted as ${value.as}`)
  return value
}
