import { TransportError } from '@hermes/core'
import { expect, test } from 'vitest'
import { fakeTools } from '../../fakes/fake-tools.js'
import { call, fail, hang, text } from '../../fakes/reply.js'
import { patient } from '../time-limits.js'
import { type ConversationWorld, guest, held, owner, storedTexts, Watcher } from './world.js'

const seed = { source: 'test' }

export function describeTurns(world: () => ConversationWorld): void {
  test('stores the message, then answers', async () => {
    const { conversations } = world().start([text('Hello.')])
    const conversation = await conversations.open({ seed })
    expect(conversation.state).toMatchObject({ activity: 'idle', queued: [], canContinue: false })
    const submission = conversation.submit({ content: 'Hi' }, owner)
    expect(await submission.accepted).toEqual({ as: 'turn', turnId: expect.any(String) })
    expect(await storedTexts(world().store, conversation.id)).toContain('user: "Hi"')
    const end = await submission.ended
    expect(end).toMatchObject({ status: 'turn', result: { finalResponse: 'Hello.' } })
    expect(await storedTexts(world().store, conversation.id)).toEqual(['user: "Hi"', 'assistant: "Hello."'])
    expect(conversation.state).toMatchObject({ activity: 'idle', canContinue: false })
    expect((await world().store.sessions.get(conversation.id))?.source).toBe('test')
  })

  test('passes the sender to the tools of a turn', async () => {
    const heard: unknown[] = []
    const tools = fakeTools({
      look: (_, { run }) => {
        heard.push([run?.source, run?.userId])
        return 'seen'
      },
    })
    const script = [call('look', {}), text('One.'), call('look', {}), text('Two.')]
    const { conversations } = world().start(script, { tools })
    const conversation = await conversations.open({ seed })
    const other = { ...owner, person: { ...owner.person, id: 'grace' } }
    for (const from of [owner, other]) await conversation.submit({ content: 'Look' }, from).ended
    expect(heard).toEqual([
      ['test', 'local'],
      ['test', 'grace'],
    ])
  })

  test('rejects empty input', async () => {
    const { conversations, transport } = world().start([])
    const conversation = await conversations.open({ seed })
    for (const content of ['', ' \n\t', [], [{ type: 'text', text: ' ' }]] as const) {
      const submission = conversation.submit({ content }, owner)
      expect(await submission.accepted).toMatchObject({ as: 'refused', reason: 'empty' })
      expect(await submission.ended).toMatchObject({ status: 'refused', reason: 'empty' })
      expect(await submission.cancel()).toBe(false)
    }
    expect(transport.requests).toHaveLength(0)
    expect(await world().store.sessions.get(conversation.id)).toBeUndefined()
  })

  test('rejects a message of a person with read-only access', async () => {
    const { conversations } = world().start([])
    const conversation = await conversations.open({ seed })
    expect(await conversation.submit({ content: 'Hi' }, guest).ended).toMatchObject({ reason: 'not-allowed' })
    expect(await conversation.continue(guest).ended).toMatchObject({ reason: 'not-allowed' })
  })

  test('accepts a megabyte of text', async () => {
    const { conversations } = world().start([text('Read.')])
    const conversation = await conversations.open({ seed })
    const content = 'a long line\n'.repeat(90_000)
    expect(await conversation.submit({ content }, owner).ended).toMatchObject({ status: 'turn' })
    expect((await world().store.messages.load(conversation.id))[0]?.message.content).toBe(content)
  })

  test('runs inputs in order of arrival', async () => {
    const first = held(text('1'))
    const { conversations } = world().start([first.reply, text('2'), text('3')])
    const conversation = await conversations.open({ seed })
    const submissions = ['a', 'b', 'c'].map((content) => conversation.submit({ content }, owner))
    expect(await Promise.all(submissions.map(({ accepted }) => accepted))).toMatchObject([
      { as: 'turn' },
      { as: 'queued', position: 1 },
      { as: 'queued', position: 2 },
    ])
    expect(conversation.state.queued.map(({ content }) => content)).toEqual(['b', 'c'])
    first.release()
    const ends = await Promise.all(submissions.map(({ ended }) => ended))
    expect(ends.map((end) => end.status === 'turn' && end.result.finalResponse)).toEqual(['1', '2', '3'])
    expect(await storedTexts(world().store, conversation.id)).toEqual([
      'user: "a"',
      'assistant: "1"',
      'user: "b"',
      'assistant: "2"',
      'user: "c"',
      'assistant: "3"',
    ])
  })

  test('runs an input with an id once, even when submitted twice concurrently', async () => {
    const { conversations, transport } = world().start([text('1'), text('2')])
    const conversation = await conversations.open({ seed })
    const ends = await Promise.all(
      ['x', 'x', 'y'].map((id) => conversation.submit({ content: `message ${id}`, id }, owner).ended),
    )
    expect(ends.map(({ status }) => status)).toEqual(['turn', 'duplicate', 'turn'])
    const again = conversation.submit({ content: 'message x', id: 'x' }, owner)
    expect(await again.accepted).toEqual({ as: 'duplicate' })
    expect(await again.ended).toEqual({ status: 'duplicate', reply: '1' })
    expect(transport.requests).toHaveLength(2)
  })

  test('resolves the submission with the outcome of a failed turn, which can be continued', async () => {
    const error = new TransportError('auth', 'Wrong key.')
    const { conversations } = world().start([fail(error), text('Now.')])
    const conversation = await conversations.open({ seed })
    const end = await conversation.submit({ content: 'Hi' }, owner).ended
    expect(end).toMatchObject({ status: 'turn', result: { outcome: { status: 'failed', error } } })
    expect(conversation.state).toMatchObject({ activity: 'idle', canContinue: true })
    const continued = conversation.continue(owner)
    expect(await continued.accepted).toMatchObject({ as: 'turn' })
    expect(await continued.ended).toMatchObject({ result: { finalResponse: 'Now.' } })
    expect(conversation.state.canContinue).toBe(false)
    expect(await conversation.continue(owner).ended).toMatchObject({ reason: 'nothing-to-continue' })
    expect(await storedTexts(world().store, conversation.id)).toEqual(['user: "Hi"', 'assistant: "Now."'])
  })

  test('fails a submission for which there is no agent, without storing it', async () => {
    const { conversations } = world().start([text('Hello.')])
    const { agentFor } = { agentFor: () => Promise.reject(new Error('no key')) }
    const broken = world().start([], { agentFor }).conversations
    const conversation = await broken.open({ seed })
    const submission = conversation.submit({ content: 'Hi' }, owner)
    await expect(submission.accepted).rejects.toThrow('no key')
    expect(await submission.ended).toMatchObject({ status: 'failed', error: { message: 'no key' } })
    expect(conversation.state.activity).toBe('idle')
    expect(await world().store.sessions.get(conversation.id)).toBeUndefined()
    await (await conversations.open({ seed })).submit({ content: 'Hi' }, owner).ended
  })

  test('ends the turn on an interrupt and keeps stored messages', async () => {
    const { conversations } = world().start([call('note'), held(text('never')).reply, text('Again.')], {
      tools: fakeTools({ note: () => 'noted' }),
    })
    const conversation = await conversations.open({ seed })
    const watcher = new Watcher(conversation)
    const submission = conversation.submit({ content: 'Hi' }, owner)
    await watcher.until('agent', ({ event }) => event.type === 'iteration-start' && event.iteration === 2)
    conversation.interrupt('enough')
    expect(await submission.ended).toMatchObject({ result: { outcome: { status: 'interrupted', reason: 'enough' } } })
    expect(conversation.state).toMatchObject({ activity: 'idle', canContinue: true })
    expect(await submission.cancel()).toBe(false)
    await watcher.stop()
  })

  test.each(['interrupt', 'cancel'])(
    'keeps the shown part of an answer on %s, for people and for the model',
    async (how) => {
      const { conversations, transport } = world().start([hang(text('Half an')), text(' answer.'), text('Again.')])
      const conversation = await conversations.open({ seed })
      const watcher = new Watcher(conversation)
      const submission = conversation.submit({ content: 'Hi', id: 'hi' }, owner)
      await expect.poll(() => watcher.text, patient).toBe('Half an')
      if (how === 'interrupt') conversation.interrupt('enough')
      else await submission.cancel('enough')
      expect(await submission.ended).toMatchObject({
        result: { outcome: { status: 'interrupted' }, finalResponse: '' },
      })
      expect(await storedTexts(world().store, conversation.id)).toEqual(['user: "Hi"', 'assistant: "Half an"'])
      expect(conversation.state).toMatchObject({ activity: 'idle', canContinue: true })
      expect(await conversation.continue(owner).ended).toMatchObject({ result: { finalResponse: 'Half an answer.' } })
      const again = conversation.submit({ content: 'Hi', id: 'hi' }, owner)
      expect(await again.ended).toEqual({ status: 'duplicate', reply: 'Half an answer.' })
      await conversation.submit({ content: 'And now?' }, owner).ended
      const sent = transport.requests.at(-1)?.messages.map(({ role, content }) => [role, content])
      expect(sent).toEqual([
        ['user', 'Hi'],
        ['assistant', 'Half an answer.'],
        ['user', 'And now?'],
      ])
      await watcher.stop()
    },
  )

  test('a partial answer does not answer an input that is submitted again', async () => {
    const { conversations } = world().start([hang(text('Half an')), text('Other.')])
    const conversation = await conversations.open({ seed })
    const watcher = new Watcher(conversation)
    const first = conversation.submit({ content: 'Hi', id: 'hi' }, owner)
    await expect.poll(() => watcher.text, patient).toBe('Half an')
    conversation.interrupt('enough')
    await first.ended
    await conversation.submit({ content: 'Other?' }, owner).ended
    expect(await conversation.submit({ content: 'Hi', id: 'hi' }, owner).ended).toEqual({
      status: 'duplicate',
      partial: 'Half an',
    })
    await watcher.stop()
  })

  test('reports that a message is not stored if its turn is interrupted while another process holds the conversation', async () => {
    const { conversations } = world().start([text('1')])
    const conversation = await conversations.open({ seed })
    await conversation.submit({ content: 'a' }, owner).ended
    const lane = `turn ${conversation.id}`
    await using _held = await world().store.claims?.acquire(lane, { signal: new AbortController().signal })
    const watcher = new Watcher(conversation)
    const submission = conversation.submit({ content: 'b' }, owner)
    await watcher.until('agent', ({ event }) => event.type === 'notice' && event.code === 'session-busy')
    conversation.interrupt()
    await expect(submission.accepted).rejects.toThrow('before anything of it was stored: send it again')
    expect(await submission.ended).toEqual({ status: 'cancelled' })
    expect(await storedTexts(world().store, conversation.id)).toEqual(['user: "a"', 'assistant: "1"'])
    await watcher.stop()
  })

  test('cancels a running turn and a queued input through their submissions', async () => {
    const first = held(text('never'))
    const { conversations } = world().start([first.reply, text('last')])
    const conversation = await conversations.open({ seed })
    const [running, queued, last] = ['a', 'b', 'c'].map((content) => conversation.submit({ content }, owner))
    await Promise.all([running?.accepted, queued?.accepted, last?.accepted])
    await first.asked
    expect(await queued?.cancel()).toBe(true)
    expect(await queued?.ended).toEqual({ status: 'cancelled' })
    expect(conversation.state.queued.map(({ content }) => content)).toEqual(['c'])
    expect(await running?.cancel('stop')).toBe(true)
    expect(await running?.ended).toMatchObject({ result: { outcome: { status: 'interrupted', reason: 'stop' } } })
    expect(await last?.ended).toMatchObject({ status: 'turn', result: { finalResponse: 'last' } })
    expect(await storedTexts(world().store, conversation.id)).not.toContain('user: "b"')
  })
}
