import { expect, test } from 'vitest'
import { text } from '../../fakes/reply.js'
import { type ConversationWorld, held, owner } from './world.js'

const seed = { source: 'test' }

/** Turns that an earlier process has left. */
export function describeFinishing(world: () => ConversationWorld): void {
  /** A process that stops during the turn of the input `x`. */
  async function leave(): Promise<string> {
    const running = held(text('1'))
    const { conversations } = world().start([running.reply])
    const conversation = await conversations.open({ seed })
    conversation.submit({ content: 'Hi', id: 'x' }, owner)
    await running.asked
    await conversations.drain({ signal: AbortSignal.abort() })
    return conversation.id
  }

  test('continues the turn of an earlier process as that of its input', async () => {
    const id = await leave()
    const again = held(text('Done.'))
    const { conversations } = world().start([again.reply])
    const finished = await conversations.finish({ id }, owner, 'x')
    const conversation = await conversations.open({ id })
    await again.asked
    expect(conversation.state).toMatchObject({ activity: 'running', turn: { id: 'x' } })
    expect(conversation.submissionOf('x')).toBe(finished)
    expect(await conversation.submissionOf('x')?.cancel()).toBe(true)
    expect(await finished.ended).toMatchObject({ turnId: 'x', result: { outcome: { status: 'interrupted' } } })
    expect(conversation.submissionOf('x')).toBeUndefined()
  })

  test('does not continue a turn that was cancelled before', async () => {
    const id = await leave()
    const { conversations, transport } = world().start([text('never')])
    const conversation = await conversations.open({ id })
    const work = Promise.withResolvers<void>()
    const worked = conversation.betweenTurns(() => work.promise)
    const finished = await conversations.finish({ id }, owner, 'x')
    expect(await conversation.submissionOf('x')?.cancel()).toBe(true)
    expect(await finished.ended).toEqual({ status: 'cancelled' })
    work.resolve()
    await worked
    await conversation.betweenTurns(async () => undefined)
    expect(transport.requests).toEqual([])
    expect(conversation.state).toMatchObject({ activity: 'idle', canContinue: true })
  })
}
