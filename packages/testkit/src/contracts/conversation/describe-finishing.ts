import { expect, test } from 'vitest'
import { hang, text } from '../../fakes/reply.js'
import { patient } from '../time-limits.js'
import { type ConversationWorld, held, owner, type Process, Watcher } from './world.js'

const seed = { source: 'test' }

/** Turns that an earlier process has left unfinished. */
export function describeFinishing(world: () => ConversationWorld): void {
  /** Simulates a process that stops during the turn of the input `x`. */
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

  test('does not continue a turn that was cancelled earlier', async () => {
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

  /** Lets `y` interrupt the turn of `x`, and `z` that of `y`, each after part of its answer was shown. */
  async function interruptTwice({ conversations }: Process, id: string, meanwhile: () => Promise<unknown>) {
    const conversation = await conversations.open({ id })
    const watcher = new Watcher(conversation)
    const say = (content: string) => conversation.submit({ content, id: content, whenBusy: 'interrupt' }, owner)
    await expect.poll(() => watcher.text, patient).toContain('Half of x')
    const y = say('y')
    await expect.poll(() => watcher.text, patient).toContain('Half of y')
    await meanwhile()
    const z = say('z')
    expect(await y.ended).toMatchObject({ result: { outcome: { status: 'interrupted' } } })
    expect(await z.ended).toMatchObject({ result: { finalResponse: 'Done.' } })
    await watcher.stop()
  }

  const halves = () => [hang(text('Half of x')), hang(text('Half of y')), text('Done.')]

  test('does not continue another turn in place of the requested one', async () => {
    const id = await leave()
    const process = world().start(halves())
    await process.conversations.finish({ id }, owner, 'x')
    let again: Promise<unknown> | undefined
    await interruptTwice(process, id, async () => {
      again = (await process.conversations.finish({ id }, owner, 'x')).ended
    })
    expect(await again).toMatchObject({ status: 'refused', reason: 'nothing-to-continue' })
    expect(process.transport.requests).toHaveLength(3)
  })

  test('does not continue a later turn in another process either', async () => {
    const id = await leave()
    const process = world().start(halves())
    await process.conversations.finish({ id }, owner, 'x')
    const other = world().start([])
    let again: Promise<unknown> | undefined
    await interruptTwice(process, id, async () => {
      again = (await other.conversations.finish({ id }, owner, 'y')).ended
    })
    expect(await again).toMatchObject({ status: 'refused', reason: 'nothing-to-continue' })
    expect(other.transport.requests).toEqual([])
  })

  test('does not continue a turn that was interrupted', async () => {
    const id = await leave()
    const { conversations } = world().start([hang(text('Half'))])
    const finished = await conversations.finish({ id }, owner)
    expect(finished.id).toBe('x')
    const conversation = await conversations.open({ id })
    const watcher = new Watcher(conversation)
    await expect.poll(() => watcher.text, patient).toBe('Half')
    await watcher.stop()
    conversation.interrupt('The user stopped it.')
    expect(await finished.ended).toMatchObject({ result: { outcome: { status: 'interrupted' } } })
    const next = world().start([])
    const again = await next.conversations.finish({ id }, owner)
    expect(await again.ended).toMatchObject({ status: 'refused', reason: 'nothing-to-continue' })
    expect((await next.conversations.open({ id })).state.canContinue).toBe(true)
  })
}
