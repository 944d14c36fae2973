import {
  type Agent,
  createAgent,
  createMemoryStore,
  defineTool,
  HermesError,
  type SubagentRunEvent,
} from '@hermes/core'
import { call, calls, createFakeClock, fail, hang, scripted, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createDelegation, executorOf, follow, nestedTypes } from '../../testing/delegation.js'
import { type ChildRequest, delegateTools } from './index.js'

const done = text('All done.')
const hand = (args: object) => call('delegate_task', JSON.stringify(args))
const two = hand({ tasks: [{ goal: 'first' }, { goal: 'second' }] })

const look = defineTool({
  name: 'look',
  description: 'Looks.',
  toolset: 'looking',
  parameters: z.object({}),
  effect: 'read',
  concurrency: 'safe',
  run: async () => 'seen',
})

/** Creates a barrier that opens after `count` arrivals. */
function createBarrier(count: number) {
  const open = Promise.withResolvers<void>()
  let come = 0
  return () => {
    come += 1
    if (come === count) open.resolve()
    return open.promise
  }
}

test('runs tasks concurrently and keeps the results in task order', async () => {
  const meet = createBarrier(2)
  const secondEnded = Promise.withResolvers<void>()
  const { agent } = createDelegation({
    parent: [two, done],
    children: [
      // No child answers before both have been asked, and the first one answers after the second has ended.
      [
        () =>
          meet()
            .then(() => secondEnded.promise)
            .then(() => text('one')),
      ],
      [() => meet().then(() => text('two'))],
    ],
  })
  const run = agent.run('Do both.')
  const events: SubagentRunEvent[] = []
  for await (const event of run) {
    if (event.type !== 'subagent-event') continue
    events.push(event)
    if (event.goal === 'second' && event.event.type === 'turn-end') secondEnded.resolve()
  }
  const { messages } = await run.result
  const content = messages.find(({ role }) => role === 'tool')?.content
  expect(JSON.parse(String(content)).results).toMatchObject([
    { index: 0, goal: 'first', status: 'completed', summary: 'one', iterations: 1 },
    { index: 1, goal: 'second', status: 'completed', summary: 'two' },
  ])
  const ends = nestedTypes(events).filter((name) => name.endsWith('turn-end'))
  expect(ends).toEqual(['second: turn-end', 'first: turn-end'])
})

test('shares the slots between several calls, which wait for a free one', async () => {
  let atOnce = 0
  let most = 0
  const child = async () => {
    atOnce += 1
    most = Math.max(most, atOnce)
    await new Promise((resolve) => setImmediate(resolve))
    atOnce -= 1
    return text('ok')
  }
  const { agent } = createDelegation({
    parent: [calls([hand({ goal: 'a' }), hand({ goal: 'b' }), hand({ goal: 'c' })]), done],
    children: [[child], [child], [child]],
    limits: { maxConcurrent: 1 },
  })
  const { contents } = await follow(agent.run('go'))
  expect(contents.map((content) => JSON.parse(content).results[0].status)).toEqual(Array(3).fill('completed'))
  expect(most).toBe(1)
})

test('passes the goal and context to a child, but not the conversation', async () => {
  const { agent, transports, store } = createDelegation({
    parent: [hand({ goal: 'Count the lines.', context: 'The file is a.txt.' }), done],
    children: [[text('3')]],
  })
  const { result } = await follow(agent.run('The secret is 42.'))
  const request = transports[0]?.requests[0]
  expect(request?.messages).toEqual([
    { role: 'user', content: 'Count the lines.\n\nWhat you need to know:\nThe file is a.txt.' },
  ])
  const [child] = await store.sessions.find({ parentSessionId: result.sessionId })
  expect(child).toMatchObject({ source: 'delegate', endReason: 'completed', endedAtMs: expect.any(Number) })
})

test('emits events of a child in order within the call', async () => {
  const { agent } = createDelegation({
    parent: [hand({ goal: 'look around' }), done],
    children: [[call('look'), text('Nothing there.')]],
    childTools: [look],
  })
  const { events, nested, result } = await follow(agent.run('go'))
  expect(nestedTypes(nested).filter((name) => !name.includes('message-end'))).toEqual(
    [
      'turn-start',
      'iteration-start',
      'iteration-end',
      'tool-start',
      'tool-end',
      'iteration-start',
      'text-delta',
      'iteration-end',
      'turn-end',
    ].map((type) => `look around: ${type}`),
  )
  const types = events.map(({ type }) => type)
  expect(types.indexOf('tool-start')).toBeLessThan(types.indexOf('subagent-event'))
  expect(types.lastIndexOf('subagent-event')).toBeLessThan(types.indexOf('tool-end'))
  const [first] = nested
  expect(first?.event).toMatchObject({ type: 'turn-start', sessionId: first?.childSessionId })
  expect(result.outcome.status).toBe('completed')
})

describe('rejected calls', () => {
  test.each([
    ['neither goal nor tasks', {}, /either goal or tasks/],
    ['both of them', { goal: 'a', tasks: [{ goal: 'b' }] }, /either goal or tasks/],
    ['a blank goal', { goal: '  ' }, /empty/],
    ['more tasks than places', { tasks: [1, 2, 3, 4].map((n) => ({ goal: `${n}` })) }, /4 tasks, and one call takes 3/],
    ['a schema that is none', { goal: 'a', output_schema: { $ref: '#/none' } }, /output_schema cannot be used/],
  ])('%s, before any child starts', async (_, args, reason) => {
    const { agent, asked } = createDelegation({ parent: [hand(args), done] })
    const { contents, nested } = await follow(agent.run('go'))
    expect(contents[0]).toMatch(reason)
    expect(asked).toEqual([])
    expect(nested).toEqual([])
  })

  test('an agent that cannot be created, before any child starts', async () => {
    const { agent, store } = createDelegation({
      parent: [two, done],
      agentFor(): Agent {
        throw new HermesError('x-test/any', 'There is no model "gpt-9".')
      },
    })
    const { contents, result } = await follow(agent.run('go'))
    expect(contents[0]).toContain('There is no model "gpt-9".')
    expect(await store.sessions.find({ parentSessionId: result.sessionId })).toEqual([])
  })
})

test('nests children up to the depth limit', async () => {
  const limits = { maxDepth: 2 }
  const requests: ChildRequest[] = []
  const deeper = hand({ goal: 'deeper', role: 'orchestrator' })
  // Every child tries to delegate, even at the limit.
  const store = createMemoryStore()
  const agentFor = (request: ChildRequest): Agent => {
    requests.push(request)
    return createAgent({
      store,
      transport: scripted([deeper, text(`depth ${request.depth}`)]),
      model: { id: 'child' },
      tools: executorOf(delegateTools({ agentFor, limits })),
    })
  }
  const { agent } = createDelegation({ parent: [deeper, done], agentFor, limits, store })
  const { nested } = await follow(agent.run('go'))
  expect(requests).toEqual([
    { depth: 1, role: 'orchestrator' },
    { depth: 2, role: 'leaf' },
  ])
  const innermost = nested.flatMap(({ event }) => (event.type === 'subagent-event' ? event.event : []))
  expect(innermost.find((event) => event.type === 'tool-end')).toMatchObject({
    isError: true,
    message: { content: expect.stringMatching(/limit of nested agents/) },
  })
})

describe('a failing child', () => {
  test('does not affect the others and is reported', async () => {
    const { agent } = createDelegation({
      parent: [two, done],
      children: [[call('look'), fail(new HermesError('x-test/any', 'The key is wrong.'))], [text('fine')]],
      childTools: [look],
    })
    const { contents, events } = await follow(agent.run('go'))
    expect(JSON.parse(contents[0] ?? '').results).toMatchObject([
      { status: 'failed', problem: 'The key is wrong.', tool_calls: 1 },
      { status: 'completed', summary: 'fine' },
    ])
    expect(events).toContainEqual(
      expect.objectContaining({ code: 'subagent-failed', text: expect.stringMatching(/"first".*The key is wrong/) }),
    )
    expect(events.find((event) => event.type === 'tool-end')).toMatchObject({ isError: false })
  })

  test('makes the call an error when it is the only child', async () => {
    const { agent } = createDelegation({
      parent: [hand({ goal: 'x' }), done],
      children: [[fail(new HermesError('x-test/any', 'No.'))]],
    })
    const { events, result } = await follow(agent.run('go'))
    expect(events.find((event) => event.type === 'tool-end')).toMatchObject({ isError: true })
    expect(result.outcome.status).toBe('completed')
  })
})

describe('structured answers', () => {
  const schema = { type: 'object', properties: { lines: { type: 'integer' } }, required: ['lines'] }
  const count = hand({ goal: 'count', output_schema: schema })

  test('returns a matching answer as data', async () => {
    const { agent, transports } = createDelegation({ parent: [count, done], children: [[text('{"lines":3}')]] })
    const { contents } = await follow(agent.run('go'))
    expect(JSON.parse(contents[0] ?? '').results[0]).toMatchObject({ status: 'completed', output: { lines: 3 } })
    expect(JSON.stringify(transports[0]?.requests[0]?.messages)).toContain('JSON Schema')
  })

  test('allows one correction of an answer that does not match, in the same conversation', async () => {
    const { agent, transports, store } = createDelegation({
      parent: [count, done],
      children: [[text('{"lines":"three"}'), text('{"lines":3}')]],
    })
    const { contents, result } = await follow(agent.run('go'))
    expect(JSON.parse(contents[0] ?? '').results[0]).toMatchObject({
      status: 'completed',
      output: { lines: 3 },
      iterations: 2,
    })
    expect(transports[0]?.requests[1]?.messages.at(-1)?.content).toMatch(/does not fit.*lines/)
    expect(await store.sessions.find({ parentSessionId: result.sessionId })).toHaveLength(1)
  })

  test('keeps the text of an answer that never matches', async () => {
    const { agent } = createDelegation({ parent: [count, done], children: [[text('three'), text('still three')]] })
    const { contents } = await follow(agent.run('go'))
    expect(JSON.parse(contents[0] ?? '').results[0]).toMatchObject({
      status: 'invalid-output',
      summary: 'still three',
      problem: expect.stringMatching(/no JSON/),
    })
  })

  test('keeps the first answer when the correction fails', async () => {
    const { agent } = createDelegation({
      parent: [count, done],
      children: [[text('three'), fail(new HermesError('x-test/any', 'Gone.'))]],
    })
    const { contents } = await follow(agent.run('go'))
    expect(JSON.parse(contents[0] ?? '').results[0]).toMatchObject({
      status: 'failed',
      summary: 'three',
      problem: 'Gone.',
    })
  })
})

describe('the budget', () => {
  const busy = Array.from({ length: 50 }, () => call('look', {}, { text: 'Looking.' }))

  test('limits parent and children together to the budget of the run', async () => {
    const { agent, transport, transports } = createDelegation({
      parent: [two, done],
      children: [busy, busy],
      childTools: [look],
      budget: { maxIterations: 9 },
    })
    const { contents, result } = await follow(agent.run('go'))
    const [first, second] = JSON.parse(contents[0] ?? '').results
    expect([first.status, second.status]).toContain('exhausted')
    // Each of the three may write a summary, in two calls that do not count.
    const asked = [transport, ...transports].reduce((sum, { requests }) => sum + requests.length, 0)
    expect(asked).toBeLessThanOrEqual(9 + 3 * 2)
    expect(asked).toBeGreaterThanOrEqual(9)
    expect(result.outcome.status).toBe('exhausted')
  })

  test('may be smaller for a single child', async () => {
    const { agent, transports } = createDelegation({
      parent: [two, done],
      children: [busy, [text('quick')]],
      childTools: [look],
      limits: { maxIterations: 3 },
    })
    const { contents, result } = await follow(agent.run('go'))
    expect(JSON.parse(contents[0] ?? '').results).toMatchObject([
      { status: 'exhausted', problem: expect.stringMatching(/unfinished/) },
      { status: 'completed' },
    ])
    expect(transports[0]?.requests.length).toBeLessThanOrEqual(3 + 2)
    expect(result.outcome.status).toBe('completed')
  })
})

describe('an interrupt of the parent', () => {
  test('ends all children immediately and keeps their partial results', async () => {
    const ready = createBarrier(3)
    const child = (said: string) => [
      call('look', {}, { text: said }),
      async () => {
        void ready()
        return hang()
      },
    ]
    const { agent, store } = createDelegation({
      parent: [hand({ tasks: ['a', 'b', 'c'].map((goal) => ({ goal })) }), done],
      children: [child('I am a.'), child('I am b.'), [text('c is done')]],
      childTools: [look],
    })
    const run = agent.run('go')
    const ended = follow(run)
    void ready().then(() => run.interrupt('Enough.'))
    const { contents, result, nested } = await ended
    expect(result.outcome).toEqual({ status: 'interrupted', reason: 'Enough.' })
    expect(JSON.parse(contents[0] ?? '').results).toMatchObject([
      { status: 'interrupted', summary: 'I am a.', tool_calls: 1 },
      { status: 'interrupted', summary: 'I am b.' },
      { status: 'completed', summary: 'c is done' },
    ])
    expect(nested.filter(({ event }) => event.type === 'turn-end')).toHaveLength(3)
    const children = await store.sessions.find({ parentSessionId: result.sessionId })
    expect(children.map(({ endReason }) => endReason).sort()).toEqual(['completed', 'interrupted', 'interrupted'])
  })

  test('cancels children that have not started', async () => {
    const begun = Promise.withResolvers<void>()
    const { agent, transports } = createDelegation({
      parent: [calls([hand({ goal: 'runs' }), hand({ goal: 'waits' })]), done],
      children: [
        [
          async () => {
            begun.resolve()
            return hang()
          },
        ],
        [text('never asked')],
      ],
      limits: { maxConcurrent: 1 },
    })
    const run = agent.run('go')
    void begun.promise.then(() => run.interrupt())
    const { contents } = await follow(run)
    const [waiting] = JSON.parse(contents[1] ?? '').results
    expect(waiting).toMatchObject({ status: 'interrupted', problem: expect.stringMatching(/had not started/) })
    expect(transports.map(({ requests }) => requests.length)).toEqual([1, 0])
  })

  test('does not wait for a child that does not end', async () => {
    const clock = createFakeClock()
    const begun = Promise.withResolvers<void>()
    const { agent } = createDelegation({
      parent: [hand({ goal: 'stubborn' }), done],
      agentFor: () => stubborn(() => begun.resolve()),
      services: clock,
    })
    const run = agent.run('go')
    const ended = follow(run)
    await begun.promise
    run.interrupt('Enough.')
    await clock.pass(1_000)
    const { contents, result } = await ended
    expect(result.outcome.status).toBe('interrupted')
    expect(JSON.parse(contents[0] ?? '').results[0]).toMatchObject({ status: 'interrupted', problem: 'Enough.' })
    expect(clock.pending).toBe(0)
  })
})

/** Creates an agent whose runs ignore signals. */
function stubborn(onRun: () => void): Agent {
  const never = new Promise<never>(() => undefined)
  const start: Agent['run'] = () => {
    onRun()
    return {
      sessionId: 'stubborn',
      result: never,
      interrupt: () => undefined,
      steer: () => false,
      withdrawSteer: () => false,
      [Symbol.asyncIterator]: () => ({ next: () => never }),
    }
  }
  const agent = createAgent({ transport: scripted([]), model: { id: 'm' } })
  return { ...agent, run: start, session: (id = 'stubborn') => ({ ...agent.session(id), run: start }) }
}

test('passes child events to plugin hooks', async () => {
  const heard: unknown[] = []
  const { agent } = createDelegation({
    parent: [two, done],
    children: [[text('fine')], [fail(new HermesError('x-test/any', 'No.'))]],
    hooks: {
      subagent_start: (event) => void heard.push({ started: event.goal }),
      subagent_stop: (event) => void heard.push({ ended: event.goal, status: event.outcome.status }),
    },
  })
  const { result } = await follow(agent.run('go'))
  expect(result.outcome.status).toBe('completed')
  expect(heard).toHaveLength(4)
  expect(heard).toEqual(
    expect.arrayContaining([
      { started: 'first' },
      { started: 'second' },
      { ended: 'first', status: 'completed' },
      { ended: 'second', status: 'failed' },
    ]),
  )
})

describe('a stalled child', () => {
  const limits = { idleMs: 450_000, toolIdleMs: 1_200_000, stallGraceMs: 120_000 }

  test('is stopped, and its last message is kept', async () => {
    const clock = createFakeClock()
    const quiet = Promise.withResolvers<void>()
    const { agent } = createDelegation({
      parent: [hand({ goal: 'slow' }), done],
      children: [
        [
          call('look', {}, { text: 'I begin.' }),
          async () => {
            quiet.resolve()
            return hang()
          },
        ],
      ],
      childTools: [look],
      services: clock,
      limits,
    })
    const ended = follow(agent.run('go'))
    await quiet.promise
    await clock.pass(360_000)
    await clock.pass(90_000)
    const { contents, nested, events, result } = await ended
    expect(JSON.parse(contents[0] ?? '').results[0]).toMatchObject({
      status: 'stalled',
      summary: 'I begin.',
      problem: expect.stringMatching(/450 seconds/),
      seconds: 450,
    })
    expect(nested.map(({ event }) => event)).toContainEqual(expect.objectContaining({ code: 'subagent-quiet' }))
    expect(events).toContainEqual(expect.objectContaining({ code: 'subagent-stalled' }))
    expect(result.outcome.status).toBe('completed')
    expect(clock.pending).toBe(0)
  })

  test('is abandoned when it ignores the stop', async () => {
    const clock = createFakeClock()
    const begun = Promise.withResolvers<void>()
    const { agent } = createDelegation({
      parent: [hand({ goal: 'stubborn' }), done],
      agentFor: () => stubborn(() => begun.resolve()),
      services: clock,
      limits,
    })
    const ended = follow(agent.run('go'))
    await begun.promise
    await clock.pass(450_000 + 120_000)
    const { contents, result } = await ended
    expect(JSON.parse(contents[0] ?? '').results[0]).toMatchObject({
      status: 'stalled',
      problem: expect.stringMatching(/did not react/),
    })
    expect(result.outcome.status).toBe('completed')
  })
})
