import type { QuestionDesk } from '@hermes/core/questions'
import { expect, test } from 'vitest'
import { fakeTools } from '../../fakes/fake-tools.js'
import { call, text } from '../../fakes/reply.js'
import { type ConversationWorld, owner, storedTexts, Watcher } from './world.js'

const seed = { source: 'test' }

export function describeQuestions(world: () => ConversationWorld): void {
  const start = (desk: QuestionDesk) =>
    world().start([call('ask'), text('Thanks.')], {
      tools: fakeTools({
        ask: async (_, { sessionId, run, signal }) =>
          (await desk.clarify({ sessionId, text: 'Which?', choices: [] }, { signal, ...(run && { run }) })) ?? 'nobody',
      }),
    })

  test('waits for an open question, which any onlooker may answer', async () => {
    const { desk, store } = world()
    const conversation = await start(desk).conversations.open({ seed })
    const [one, other] = [new Watcher(conversation, { answers: true }), new Watcher(conversation)]
    const submission = conversation.submit({ content: 'Hi' }, owner)
    const { state } = await other.until('state', (event) => event.state.activity === 'waiting')
    if (state.activity !== 'waiting') throw new Error('not waiting')
    expect(conversation.state).toMatchObject({ activity: 'waiting', question: { text: 'Which?' } })
    const { event } = await one.until('agent', (event) => event.event.type === 'question-open')
    expect(event).toMatchObject({ question: { id: state.question.id, rootSessionId: conversation.id } })
    await desk.answer(state.question.id, { text: 'the red one' }, 'test')
    expect(await submission.ended).toMatchObject({ result: { finalResponse: 'Thanks.' } })
    expect(await storedTexts(store, conversation.id)).toContain('tool: "the red one"')
    const activities = (await one.stop()).flatMap((event) => (event.type === 'state' ? event.state.activity : []))
    expect(activities.filter((activity, index) => activity !== activities[index - 1])).toEqual([
      'running',
      'waiting',
      'running',
      'idle',
    ])
    await other.stop()
  })

  test('asks no one when no onlooker can answer', async () => {
    const { desk, store } = world()
    const conversation = await start(desk).conversations.open({ seed })
    const watcher = new Watcher(conversation)
    await conversation.submit({ content: 'Hi' }, owner).ended
    expect(await storedTexts(store, conversation.id)).toContain('tool: "nobody"')
    expect((await watcher.stop()).some((event) => event.type === 'agent' && event.event.type === 'question-open')).toBe(
      false,
    )
  })

  test('stops asking an onlooker that left its loop', async () => {
    const { desk, store } = world()
    const conversation = await start(desk).conversations.open({ seed })
    const { signal } = new AbortController()
    const submission = conversation.submit({ content: 'Hi' }, owner)
    for await (const event of conversation.events({ signal, answers: true })) {
      if (event.type === 'state' && event.state.activity === 'waiting') break
    }
    await submission.ended
    expect(await storedTexts(store, conversation.id)).toContain('tool: "nobody"')
  })

  test('ends an open question when the last onlooker that could answer it leaves', async () => {
    const { desk, store } = world()
    const conversation = await start(desk).conversations.open({ seed })
    const watcher = new Watcher(conversation, { answers: true })
    const submission = conversation.submit({ content: 'Hi' }, owner)
    await watcher.until('state', ({ state }) => state.activity === 'waiting')
    await watcher.stop()
    await submission.ended
    expect(await storedTexts(store, conversation.id)).toContain('tool: "nobody"')
  })
}
