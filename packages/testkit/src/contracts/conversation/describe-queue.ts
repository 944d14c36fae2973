import { expect, test } from 'vitest'
import { fakeTools } from '../../fakes/fake-tools.js'
import { call, text } from '../../fakes/reply.js'
import { patient } from '../time-limits.js'
import { type ConversationWorld, held, owner, type Process, storedTexts, Watcher } from './world.js'

const seed = { source: 'test', workingDirectory: '/work' }

/** Tests for stores with a work queue. */
export function describeQueue(world: () => ConversationWorld): void {
  /** Simulates a process that stops with one input running and others queued. */
  async function leave(process: Process, running: ReturnType<typeof held>, contents: readonly string[]) {
    const conversation = await process.conversations.open({ seed })
    const first = conversation.submit({ content: 'running' }, owner)
    await running.asked
    const queued = contents.map((content) => conversation.submit({ content, id: content }, owner))
    await Promise.all(queued.map(({ accepted }) => accepted))
    const drained = process.conversations.drain()
    expect(await Promise.all(queued.map(({ ended }) => ended))).toEqual(contents.map(() => ({ status: 'left-queued' })))
    running.release()
    await drained
    await first.ended
    return conversation.id
  }

  async function opened({ conversations }: Process) {
    const conversation = await conversations.open({ seed })
    const submit = (content: string) => conversation.submit({ content, id: content }, owner)
    return { id: conversation.id, submit }
  }

  test('runs inputs queued by an earlier process, in order, when the conversation is opened', async () => {
    const running = held(text('1'))
    const id = await leave(world().start([running.reply]), running, ['a', 'b', 'c'])
    const next = world().start([text('2'), text('3'), text('4')])
    const conversation = await next.conversations.open({ id })
    await expect.poll(() => conversation.state, patient).toMatchObject({ activity: 'idle', queued: [] })
    expect((await storedTexts(world().store, id)).filter((line) => line.startsWith('user'))).toEqual([
      'user: "running"',
      'user: "a"',
      'user: "b"',
      'user: "c"',
    ])
    const again = conversation.submit({ content: 'b', id: 'b' }, owner)
    expect(await again.ended).toEqual({ status: 'duplicate', reply: '3' })
  })

  test('runs queued inputs without the conversation being opened', async () => {
    const running = held(text('1'))
    const id = await leave(world().start([running.reply]), running, ['a'])
    const { conversations } = world().start([text('2')])
    expect(await conversations.resumeQueued()).toBe(1)
    await expect.poll(() => storedTexts(world().store, id), patient).toContain('assistant: "2"')
    await expect.poll(() => conversations.live, patient).toEqual([])
    expect(await conversations.resumeQueued()).toBe(0)
  })

  test('notifies onlookers of inputs found in the queue', async () => {
    const running = held(text('1'))
    const id = await leave(world().start([running.reply]), running, ['a', 'b'])
    const first = held(text('2'))
    const { conversations } = world().start([first.reply, text('3')])
    const conversation = await conversations.open({ id })
    await first.asked
    expect(conversation.state).toMatchObject({ activity: 'running', queued: [{ content: 'b', by: owner.person }] })
    const watcher = new Watcher(conversation)
    expect(await watcher.until('turn-begin')).toMatchObject({ submissionId: 'a', input: 'a' })
    first.release()
    await watcher.until('turn-done', ({ submissionId }) => submissionId === 'b')
    await watcher.stop()
  })

  test('accepts an input that reaches two processes only once', async () => {
    const key = 'agent:main:telegram:dm:7'
    const processes = [1, 2].map((number) => world().start([text(`${number}`)]))
    const opened = await Promise.all(processes.map(({ conversations }) => conversations.open({ key, seed })))
    const ends = await Promise.all(
      opened.map((conversation) => conversation.submit({ content: 'Hi', id: 'update-1' }, owner).ended),
    )
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['duplicate', 'turn'])
    expect(processes.flatMap(({ transport }) => transport.requests)).toHaveLength(1)
    expect(await storedTexts(world().store, opened[0]?.id ?? '')).toHaveLength(2)
  })

  test('stores the seed of a new conversation with the queued input', async () => {
    const stuck = world().start([], { agentFor: () => new Promise(() => undefined) }).conversations
    const conversation = await stuck.open({ seed, id: 'new' })
    const submission = conversation.submit({ content: 'Hi', id: 'first' }, owner)
    await submission.accepted
    await stuck[Symbol.asyncDispose]()
    expect(await submission.ended).toEqual({ status: 'left-queued' })
    const { conversations } = world().start([text('Hello.')])
    expect(await conversations.resumeQueued()).toBe(1)
    await expect.poll(() => storedTexts(world().store, 'new'), patient).toEqual(['user: "Hi"', 'assistant: "Hello."'])
    expect(await world().store.sessions.get('new')).toMatchObject(seed)
  })

  test('turns unread steering text into separate messages of the next process', async () => {
    const running = held(text('1'))
    const { conversations } = world().start([running.reply], { busyMode: 'steer' })
    const conversation = await conversations.open({ seed })
    const turn = conversation.submit({ content: 'running' }, owner)
    await running.asked
    const steers = ['a', 'b'].map((content) => conversation.submit({ content }, owner))
    expect(await Promise.all(steers.map(({ accepted }) => accepted))).toMatchObject([{ as: 'steer' }, { as: 'steer' }])
    const drained = conversations.drain()
    expect(await Promise.all(steers.map(({ ended }) => ended))).toEqual([
      { status: 'left-queued' },
      { status: 'left-queued' },
    ])
    running.release()
    await drained
    await turn.ended
    const next = world().start([text('2'), text('3')])
    expect(await next.conversations.resumeQueued()).toBe(1)
    await expect
      .poll(() => storedTexts(world().store, conversation.id), patient)
      .toEqual([
        ...['user: "running"', 'assistant: "1"', 'user: "a"'],
        ...['assistant: "2"', 'user: "b"', 'assistant: "3"'],
      ])
    await expect.poll(() => world().store.queue?.list(), patient).toEqual([])
  })

  test('does not repeat steering text that a turn has read', async () => {
    const gate = Promise.withResolvers<string>()
    const started = Promise.withResolvers<void>()
    const work = () => {
      started.resolve()
      return gate.promise
    }
    const tools = fakeTools({ work })
    const { conversations } = world().start([call('work'), text('Done.')], { tools, busyMode: 'steer' })
    const conversation = await conversations.open({ seed })
    const turn = conversation.submit({ content: 'Work.' }, owner)
    await started.promise
    await conversation.submit({ content: 'Be quick.', id: 'steer-1' }, owner).accepted
    const drained = conversations.drain()
    gate.resolve('worked')
    await drained
    await turn.ended
    const next = world().start([])
    await next.conversations.resumeQueued()
    await expect.poll(() => world().store.queue?.list(), patient).toEqual([])
    expect(next.transport.requests).toEqual([])
    const again = (await next.conversations.open({ id: conversation.id })).submit(
      { content: 'x', id: 'steer-1' },
      owner,
    )
    expect(await again.ended).toEqual({ status: 'duplicate', reply: 'Done.', isSteer: true })
  })

  test('cancels an input that an ending process has claimed', async () => {
    const { store } = world()
    const running = held(text('1'))
    const first = world().start([running.reply])
    const { id, submit } = await opened(first)
    submit('running')
    await running.asked
    await submit('a').accepted
    await expect.poll(() => store.queue?.list({ lane: id }), patient).toMatchObject([{ status: 'claimed' }])
    const next = world().start([])
    const left = (await next.conversations.open({ id })).submissionOf('a')
    const cancelled = left?.cancel()
    const drained = first.conversations.drain()
    running.release()
    await drained
    expect(await cancelled).toBe(true)
    expect(await left?.ended).toEqual({ status: 'cancelled' })
    await expect.poll(() => store.queue?.list(), patient).toEqual([])
    expect(next.transport.requests).toEqual([])
  })

  test('gives up an input that cannot have a turn, and lets it be inspected', async () => {
    const { conversations } = world().start([], { agentFor: () => Promise.reject(new Error('no key')) })
    const conversation = await conversations.open({ seed })
    const submission = conversation.submit({ content: 'Hi', id: 'x' }, owner)
    expect(await submission.ended).toMatchObject({ status: 'failed', error: { message: 'no key' } })
    await expect
      .poll(() => world().store.queue?.list({ lane: conversation.id }), patient)
      .toMatchObject([{ status: 'dead', error: 'no key', payload: { content: 'Hi' } }])
    expect(conversation.state).toMatchObject({ activity: 'idle', queued: [] })
  })

  test('retries an input that was given up when it is submitted again', async () => {
    const { store } = world()
    const { id, submit } = await opened(world().start([text('1'), text('2')]))
    await submit('first').ended
    const broken = world().start([], { agentFor: () => Promise.reject(new Error('no key')) })
    const same = await broken.conversations.open({ id })
    expect(await same.submit({ content: 'x', id: 'x' }, owner).ended).toMatchObject({ status: 'failed' })
    await expect.poll(() => store.queue?.list({ lane: id }), patient).toMatchObject([{ status: 'dead' }])
    expect(await submit('x').ended).toMatchObject({ status: 'turn', result: { finalResponse: '2' } })
    expect(await submit('x').ended).toEqual({ status: 'duplicate', reply: '2' })
    await expect.poll(() => store.queue?.list(), patient).toEqual([])
  })
}
