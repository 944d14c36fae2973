import { expect, test } from 'vitest'
import { fakeTools } from '../../fakes/fake-tools.js'
import { call, hang, text } from '../../fakes/reply.js'
import { patient } from '../time-limits.js'
import { type ConversationWorld, held, owner, storedTexts, Watcher } from './world.js'

const seed = { source: 'test' }

export function describeBusyModes(world: () => ConversationWorld): void {
  test('queue: emits an event when an input is queued and when it starts', async () => {
    const first = held(text('1'))
    const { conversations } = world().start([first.reply, text('2')])
    const conversation = await conversations.open({ seed })
    const watcher = new Watcher(conversation)
    conversation.submit({ content: 'a' }, owner)
    const second = conversation.submit({ content: 'b' }, owner)
    const { input } = await watcher.until('queued')
    expect(input).toMatchObject({ id: second.id, content: 'b', by: owner.person })
    first.release()
    expect(await watcher.until('unqueued')).toMatchObject({ id: second.id, why: 'turn' })
    expect(await second.ended).toMatchObject({ status: 'turn' })
    await watcher.stop()
  })

  test('steer: passes the input to the model in the same turn', async () => {
    const gate = Promise.withResolvers<string>()
    const started = Promise.withResolvers<void>()
    const tools = fakeTools({
      work: () => {
        started.resolve()
        return gate.promise
      },
    })
    const { conversations, transport } = world().start([call('work'), text('Done.')], { tools, busyMode: 'steer' })
    const conversation = await conversations.open({ seed })
    const watcher = new Watcher(conversation)
    const turn = conversation.submit({ content: 'Work.' }, owner)
    await started.promise
    const [one, other] = ['Be quick.', 'And quiet.'].map((content) => conversation.submit({ content }, owner))
    const { as } = (await one?.accepted) ?? {}
    expect(as).toBe('steer')
    await other?.accepted
    gate.resolve('worked')
    expect(await turn.ended).toMatchObject({ result: { finalResponse: 'Done.' } })
    expect(await one?.ended).toMatchObject({ status: 'steered' })
    expect(await other?.ended).toMatchObject({ status: 'steered' })
    expect(transport.requests.at(-1)?.messages.at(-1)).toMatchObject({
      role: 'user',
      content: 'Be quick.\n\nAnd quiet.',
    })
    expect((await watcher.stop()).filter(({ type }) => type === 'steered')).toHaveLength(2)
  })

  test('steer: runs an input that comes too late as the next turn', async () => {
    const first = held(text('1'))
    const { conversations } = world().start([first.reply, text('2')], { busyMode: 'steer' })
    const conversation = await conversations.open({ seed })
    const turn = conversation.submit({ content: 'a' }, owner)
    await first.asked
    const late = conversation.submit({ content: 'b' }, owner)
    expect(await late.accepted).toMatchObject({ as: 'steer' })
    first.release()
    await turn.ended
    expect(await late.ended).toMatchObject({ status: 'turn', result: { finalResponse: '2' } })
  })

  test('steer: runs an input that an interrupted turn had not read as the next turn', async () => {
    const { conversations, transport } = world().start([hang(text('Half an')), text('Noted.')])
    const conversation = await conversations.open({ seed })
    const watcher = new Watcher(conversation)
    const turn = conversation.submit({ content: 'a' }, owner)
    await expect.poll(() => watcher.text, patient).toBe('Half an')
    const steer = conversation.submit({ content: 'Important.', whenBusy: 'steer' }, owner)
    expect(await steer.accepted).toMatchObject({ as: 'steer' })
    conversation.interrupt('The user stopped it.')
    expect(await turn.ended).toMatchObject({ result: { outcome: { status: 'interrupted' } } })
    expect(await steer.ended).toMatchObject({ status: 'turn', result: { finalResponse: 'Noted.' } })
    expect(transport.requests.at(-1)?.messages.map(({ content }) => content)).toEqual(['a', 'Half an', 'Important.'])
    await watcher.stop()
  })

  test('steer: drops an unread input with the turn whose input is cancelled', async () => {
    const first = held(text('never'))
    const { conversations, transport } = world().start([first.reply])
    const conversation = await conversations.open({ seed })
    const turn = conversation.submit({ content: 'a' }, owner)
    await first.asked
    const steer = conversation.submit({ content: 'b', whenBusy: 'steer' }, owner)
    expect(await steer.accepted).toMatchObject({ as: 'steer' })
    expect(await turn.cancel('The client stopped it.')).toBe(true)
    expect(await steer.ended).toEqual({ status: 'cancelled' })
    expect(conversation.state).toMatchObject({ activity: 'idle', queued: [] })
    expect(transport.requests).toHaveLength(1)
  })

  test('steer: takes back an unread input that is cancelled from the turn', async () => {
    const gate = Promise.withResolvers<string>()
    const started = Promise.withResolvers<void>()
    const tools = fakeTools({
      work: () => {
        started.resolve()
        return gate.promise
      },
    })
    const { conversations, transport } = world().start([call('work'), text('Done.')], { tools, busyMode: 'steer' })
    const conversation = await conversations.open({ seed })
    const watcher = new Watcher(conversation)
    const turn = conversation.submit({ content: 'Work.' }, owner)
    await started.promise
    const steer = conversation.submit({ content: 'Be quick.' }, owner)
    expect(await steer.accepted).toMatchObject({ as: 'steer' })
    expect(await steer.cancel()).toBe(true)
    expect(await steer.ended).toEqual({ status: 'cancelled' })
    gate.resolve('worked')
    expect(await turn.ended).toMatchObject({ result: { finalResponse: 'Done.' } })
    expect(JSON.stringify(transport.requests.at(-1)?.messages)).not.toContain('Be quick.')
    expect(conversation.state).toMatchObject({ activity: 'idle', queued: [] })
    expect((await watcher.stop()).filter(({ type }) => type === 'steer-dropped')).toHaveLength(1)
  })

  test('returns the inputs of one person that the model has not read', async () => {
    const first = held(text('1'))
    const { conversations } = world().start([first.reply, text('2'), text('3')])
    const conversation = await conversations.open({ seed })
    const turn = conversation.submit({ content: 'a' }, owner)
    await first.asked
    const other = { ...owner, person: { id: 'ada', role: 'user' } } as const
    const queued = [
      conversation.submit({ content: 'b', whenBusy: 'steer' }, owner),
      conversation.submit({ content: 'c' }, owner),
      conversation.submit({ content: 'd' }, other),
    ]
    await Promise.all(queued.map(({ accepted }) => accepted))
    const waiting = conversation.waitingFrom(owner.person)
    expect(waiting.map(({ content }) => content)).toEqual(['b', 'c'])
    for (const { id } of waiting) expect(await conversation.submissionOf(id)?.cancel()).toBe(true)
    conversation.interrupt('The user left.')
    expect(await turn.ended).toMatchObject({ result: { outcome: { status: 'interrupted' } } })
    expect(await Promise.all(queued.map(({ ended }) => ended))).toMatchObject([
      { status: 'cancelled' },
      { status: 'cancelled' },
      { status: 'turn', result: { finalResponse: '2' } },
    ])
    expect(conversation.waitingFrom(owner.person)).toEqual([])
  })

  test('steer: accepts an input with an id once', async () => {
    const first = held(text('1'))
    const { conversations, transport } = world().start([first.reply, text('2')], { busyMode: 'steer' })
    const conversation = await conversations.open({ seed })
    const turn = conversation.submit({ content: 'a' }, owner)
    await first.asked
    const [one, other] = [1, 2].map(() => conversation.submit({ content: 'b', id: 'b' }, owner))
    expect(await one?.accepted).toMatchObject({ as: 'steer' })
    expect(await other?.ended).toEqual({ status: 'duplicate' })
    first.release()
    await turn.ended
    await one?.ended
    expect(transport.requests).toHaveLength(2)
  })

  test.each([{ id: 'a' }, {}])(
    'stop: ends an input whose turn has not begun, and not those behind it: %j',
    async (given) => {
      const { conversations, transport } = world().start([text('2')])
      const conversation = await conversations.open({ seed })
      const first = conversation.submit({ content: 'a', ...given }, owner)
      const queued = conversation.submit({ content: 'b' }, owner)
      const isStored = given.id !== undefined
      expect(conversation.stop('The user stopped it.')).toBe(true)
      expect(await first.ended).toMatchObject(
        isStored ? { result: { outcome: { status: 'interrupted' } } } : { status: 'cancelled' },
      )
      expect(await queued.ended).toMatchObject({ status: 'turn', result: { finalResponse: '2' } })
      expect(transport.requests).toHaveLength(1)
      expect(transport.requests[0]?.messages.at(-1)).toMatchObject({ content: expect.stringMatching(/b$/) })
      expect(conversation.stop()).toBe(false)
    },
  )

  test('stop: ends an input that has interrupted the turn and is about to follow it', async () => {
    const first = held(text('never'))
    const { conversations, transport } = world().start([first.reply, text('2')], { busyMode: 'interrupt' })
    const conversation = await conversations.open({ seed })
    const turn = conversation.submit({ content: 'a' }, owner)
    await first.asked
    const other = conversation.submit({ content: 'b' }, owner)
    expect(conversation.stop('The user stopped it.')).toBe(true)
    const stopped = { result: { outcome: { status: 'interrupted', reason: 'The user stopped it.' } } }
    expect(await turn.ended).toMatchObject(stopped)
    expect(await other.ended).toMatchObject(stopped)
    expect(transport.requests).toHaveLength(1)
    const next = conversation.submit({ content: 'c' }, owner)
    expect(await next.ended).toMatchObject({ result: { finalResponse: '2' } })
    expect(await storedTexts(world().store, conversation.id)).toEqual(
      expect.arrayContaining(['user: "a"', 'user: "b"', 'user: "c"']),
    )
  })

  test('interrupt: keeps the displayed text and starts a new turn', async () => {
    const { conversations, transport } = world().start([hang(text('Half an')), text('Other.')], {
      busyMode: 'interrupt',
    })
    const conversation = await conversations.open({ seed })
    const watcher = new Watcher(conversation)
    const first = conversation.submit({ content: 'a' }, owner)
    await expect.poll(() => watcher.text, patient).toBe('Half an')
    const second = conversation.submit({ content: 'No, b' }, owner)
    expect(await first.ended).toMatchObject({ result: { outcome: { status: 'interrupted' } } })
    expect(await second.ended).toMatchObject({ result: { finalResponse: 'Other.' } })
    const [, answer, next] = await storedTexts(world().store, conversation.id)
    expect(answer).toMatch(/^assistant: "Half an/)
    expect(next).toBe('user: "No, b"')
    expect(transport.requests).toHaveLength(2)
    await watcher.stop()
  })

  test('interrupt: stores every input of a burst, in order', async () => {
    const words = ['a', 'b', 'c', 'd', 'e', 'f']
    const { conversations } = world().start(
      words.map((word) => text(word)),
      { busyMode: 'interrupt' },
    )
    const conversation = await conversations.open({ seed })
    const burst = words.map((content) => conversation.submit({ content, id: `id ${content}`, isNew: true }, owner))
    const ends = await Promise.all(burst.map(({ ended }) => ended))
    expect(ends.map(({ status }) => status)).toEqual(words.map(() => 'turn'))
    const stored = await storedTexts(world().store, conversation.id)
    expect(stored.filter((each) => each.startsWith('user'))).toEqual(words.map((word) => `user: "${word}"`))
  })

  test('lets an input override the mode, or refuse to wait', async () => {
    const first = held(text('1'))
    const { conversations } = world().start([first.reply, text('2')], { busyMode: 'interrupt' })
    const conversation = await conversations.open({ seed })
    const turn = conversation.submit({ content: 'a' }, owner)
    await first.asked
    const refused = conversation.submit({ content: 'b', whenBusy: 'refuse' }, owner)
    expect(await refused.accepted).toMatchObject({ as: 'refused', reason: 'busy' })
    const queued = conversation.submit({ content: 'c', whenBusy: 'queue' }, owner)
    expect(await queued.accepted).toMatchObject({ as: 'queued' })
    first.release()
    expect(await turn.ended).toMatchObject({ result: { finalResponse: '1' } })
    expect(await queued.ended).toMatchObject({ result: { finalResponse: '2' } })
  })

  test('changes the mode of one conversation and notifies every onlooker', async () => {
    const first = held(text('1'))
    const { conversations } = world().start([first.reply, text('2')], { busyMode: 'interrupt' })
    const conversation = await conversations.open({ seed })
    const watcher = new Watcher(conversation)
    const turn = conversation.submit({ content: 'a' }, owner)
    await first.asked
    conversation.setBusyMode('queue')
    expect(conversation.state.busyMode).toBe('queue')
    const queued = conversation.submit({ content: 'b' }, owner)
    expect(await watcher.until('queued')).toMatchObject({ input: { content: 'b' } })
    first.release()
    expect(await turn.ended).toMatchObject({ result: { finalResponse: '1' } })
    await queued.ended
    expect((await conversations.open({ seed })).state.busyMode).toBe('interrupt')
    await watcher.stop()
  })

  test('sends a notice outside any turn to every onlooker', async () => {
    const { conversations } = world().start([])
    const conversation = await conversations.open({ seed })
    const watchers = [new Watcher(conversation), new Watcher(conversation)]
    conversation.notify({ code: 'test', text: 'The links are fine.' })
    for (const watcher of watchers) {
      expect(await watcher.until('notice')).toMatchObject({ code: 'test', text: 'The links are fine.' })
      await watcher.stop()
    }
  })
}
