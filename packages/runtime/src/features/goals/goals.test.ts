import { createAgent, createMemoryStore, type SlashCommandContext } from '@hermes/core'
import { fail, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createGoalBook } from './goal-book.js'
import { goalCommand, subgoalCommand } from './goal-commands.js'
import { judgeGoal } from './judge-goal.js'
import { pursueGoal } from './pursue-goal.js'

const context: SlashCommandContext = { sessionId: 's', signal: new AbortController().signal, report: () => undefined }
const verdict = (name: string, reason = 'because') => text(JSON.stringify({ verdict: name, reason }))

function setUp(answers: Parameters<typeof scripted>[0], verdicts: Parameters<typeof scripted>[0], mostRounds = 5) {
  const [transport, side, store] = [scripted(answers), scripted(verdicts), createMemoryStore()]
  const told: string[] = []
  if (!store.values) throw new TypeError('The store has no values.')
  const book = createGoalBook(store, store.values)
  const pre_verify = pursueGoal({
    book,
    mostRounds,
    judge: (goal, { messages, sessionId }) =>
      judgeGoal(goal, messages, {
        model: { transport: side, model: { id: 'j' } },
        redact: (given) => given,
        sessionId,
      }),
    tell: (line) => void told.push(line),
  })
  const agent = createAgent({
    transport,
    model: { id: 'm' },
    store,
    plugins: [{ name: 'goals', hooks: { pre_verify } }],
  })
  const goal = goalCommand(book, mostRounds)
  const subgoal = subgoalCommand(book)
  return {
    transport,
    side,
    told,
    ask: async (content: string) => (await agent.run(content, { sessionId: 's' }).result).finalResponse,
    goal: (args: string) => goal.run(args, context),
    subgoal: (args: string) => subgoal.run(args, context),
    state: async () => (await book.get('s'))?.state,
  }
}

test('continues until the goal is reached', async () => {
  const { ask, goal, subgoal, transport, side, told, state } = setUp(
    [text('I will do it.'), text('Half done.'), text('All done.'), text('You are welcome.')],
    [
      verdict('unreached', 'Nothing was done.'),
      verdict('unreached', 'The README is missing.'),
      verdict('reached', 'Both are there.'),
    ],
  )
  expect(await goal('write the docs')).toEqual({ type: 'message', content: 'write the docs' })
  await subgoal('the README is up to date')
  expect(await ask('write the docs')).toBe('All done.')
  const said = transport.requests.at(-1)?.messages.map(({ content }) => content)
  expect(said?.at(-1)).toMatch(
    /not reached yet, round 2 of 5: The README is missing\..*Goal: write the docs\n- the README is up to date/s,
  )
  expect(JSON.stringify(side.requests[0]?.messages)).toContain('I will do it.')
  expect(told).toEqual(['The goal is reached: Both are there.'])
  expect(await ask('thanks')).toBe('You are welcome.')
  expect([side.requests.length, await state()]).toEqual([3, 'reached'])
})

test('ends the turn when the agent needs its user, and keeps the goal', async () => {
  const { ask, goal, state } = setUp([text('Which colour?')], [verdict('blocked', 'It asks for a colour.')])
  await goal('paint the wall')
  expect(await ask('paint the wall')).toBe('Which colour?')
  expect(await state()).toBe('active')
})

test('pauses after the allowed rounds, and continues when a person resumes the goal', async () => {
  const { ask, goal, told, state } = setUp(
    [text('one'), text('two'), text('three'), text('four')],
    [verdict('unreached'), verdict('unreached'), verdict('unreached', 'no tests'), verdict('reached')],
    2,
  )
  await goal('test it')
  expect(await ask('test it')).toBe('three')
  expect([await state(), told]).toEqual(['paused', [expect.stringContaining('Still missing: no tests')]])
  expect(await goal('resume')).toEqual({ type: 'message', content: 'Go on with the goal: test it' })
  expect(await ask('Go on with the goal: test it')).toBe('four')
  expect(await state()).toBe('reached')
})

test.each([
  ['an answer that is no verdict', text('Yes, I think so.')],
  ['a failure', fail(new Error('out of order'))],
])('pauses after %s of the judge', async (_, answer) => {
  const { ask, goal, state, told } = setUp([text('Done.')], [answer])
  await goal('do it')
  expect(await ask('do it')).toBe('Done.')
  expect([await state(), told]).toEqual(['paused', [expect.stringContaining('could not be judged')]])
})

test.each([
  ['clear', undefined],
  ['pause', 'paused'],
  ['bake a cake', 'active'],
])('reports nothing about a goal that /goal %s withdrew while it was judged', async (command, left) => {
  const answer = async () => {
    await goal(command)
    return fail(new Error('out of order'))
  }
  const { ask, goal, state, told } = setUp([text('Done.')], [answer])
  await goal('do it')
  expect(await ask('do it')).toBe('Done.')
  expect([await state(), told]).toEqual([left, []])
})

test('shows, pauses, changes and clears the goal by command', async () => {
  const { ask, goal, subgoal, side } = setUp([text('Hello.'), text('Hello again.')], [])
  expect(await goal('')).toMatchObject({ text: expect.stringContaining('has no goal') })
  expect(await subgoal('x')).toMatchObject({ type: 'error' })
  await goal('ship it')
  await subgoal('on Friday')
  await subgoal('with notes')
  expect(await subgoal('remove 1')).toEqual({ type: 'text', text: 'Goal: ship it\n1. with notes' })
  await goal('pause')
  expect(await ask('hi')).toBe('Hello.')
  expect(await goal('status')).toEqual({ type: 'text', text: 'Goal (paused): ship it\n1. with notes' })
  await goal('clear')
  expect(await ask('hi')).toBe('Hello again.')
  expect(side.requests).toHaveLength(0)
})
