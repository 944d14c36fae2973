import { createAgent, defineTool, type SessionStore, textOf } from '@hermes/core'
import { call, calls, createFakeClock, hang, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createDelegation, executorOf, follow } from '../../testing/delegation.js'
import { ChildTally } from '../delegate/child-tally.js'
import { delegateTools } from '../delegate/index.js'
import { RunningChildren } from './running-children.js'

const done = text('All done.')
const hand = (args: object) => call('delegate_task', JSON.stringify(args))
const stopped = expect.stringMatching(/person stopped it/)

/** Creates a tool whose calls last until the test releases them. */
function createHeldTool() {
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const tool = defineTool({
    name: 'look',
    description: 'Looks.',
    toolset: 'looking',
    parameters: z.object({}),
    effect: 'read',
    concurrency: 'safe',
    async run() {
      begun.resolve()
      await held.promise
      return 'seen'
    },
  })
  return { tool, begun: begun.promise, letGo: () => held.resolve() }
}

async function said(store: SessionStore, id: string) {
  return (await store.messages.load(id)).map(({ message: { role, content } }) => `${role}: ${textOf(content)}`)
}

test('shows the children of a conversation and ends only one of them', async () => {
  const look = createHeldTool()
  const { agent, running } = createDelegation({
    parent: [hand({ tasks: [{ goal: 'first' }, { goal: 'second' }] }), done],
    children: [
      [call('look', '{}'), text('one')],
      [call('look', '{}'), text('two')],
    ],
    childTools: [look.tool],
  })
  const run = agent.run('go')
  const ended = follow(run)
  await expect.poll(() => running.of(run.sessionId).map(({ doing }) => doing)).toEqual(['look', 'look'])
  const [first, second] = running.of(run.sessionId)
  expect([first, second]).toMatchObject([
    { goal: 'first', depth: 1, parentId: run.sessionId, state: 'running', iterations: 1, toolCalls: 0 },
    { goal: 'second' },
  ])
  expect(running.of('another')).toEqual([])
  expect(running.interrupt('another', first?.id ?? '')).toBe(false)
  expect(running.interrupt(run.sessionId, first?.id ?? '')).toBe(true)
  expect(running.steer(run.sessionId, first?.id ?? '', 'Hurry.')).toBe(false)
  look.letGo()
  const { result, contents } = await ended
  expect(result.finalResponse).toBe('All done.')
  expect(JSON.parse(contents[0] ?? '').results).toMatchObject([
    { goal: 'first', status: 'interrupted', problem: stopped },
    { goal: 'second', status: 'completed', summary: 'two' },
  ])
  expect(running.of(run.sessionId)).toEqual([])
})

test('delivers text from a person with the next tool results, or after the answer', async () => {
  const look = createHeldTool()
  const answering = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const { agent, running, store } = createDelegation({
    parent: [hand({ goal: 'Count.' }), done],
    children: [
      [
        call('look', '{}'),
        async () => {
          answering.resolve()
          await answer.promise
          return text('Three.')
        },
        text('Drei.'),
      ],
    ],
    childTools: [look.tool],
  })
  const run = agent.run('go')
  const ended = follow(run)
  await look.begun
  const [child] = running.of(run.sessionId)
  const id = child?.id ?? ''
  expect(running.steer(run.sessionId, id, 'Only large ones.')).toBe(true)
  look.letGo()
  await answering.promise
  expect(running.steer(run.sessionId, id, 'In German.')).toBe(true)
  answer.resolve()
  const { contents } = await ended
  expect(JSON.parse(contents[0] ?? '').results).toMatchObject([{ status: 'completed', summary: 'Drei.' }])
  const history = await said(store, id)
  expect(history.filter((line) => /Only large ones|In German/.test(line))).toHaveLength(2)
  expect(history.slice(-3)).toEqual(['assistant: Three.', expect.stringContaining('In German.'), 'assistant: Drei.'])
  expect(running.steer(run.sessionId, id, 'Too late.')).toBe(false)
})

test('steers and ends a child that waits for its turn', async () => {
  const look = createHeldTool()
  const { agent, running, store } = createDelegation({
    limits: { maxConcurrent: 1 },
    parent: [calls(['first', 'second', 'third'].map((goal) => hand({ goal }))), done],
    children: [[call('look', '{}'), text('one')], [call('look', '{}'), text('two')], [text('three')]],
    childTools: [look.tool],
  })
  const run = agent.run('go')
  const ended = follow(run)
  await look.begun
  await expect
    .poll(() => running.of(run.sessionId).map(({ state }) => state))
    .toEqual(['running', 'waiting', 'waiting'])
  const [, second, third] = running.of(run.sessionId)
  expect(running.steer(run.sessionId, second?.id ?? '', 'Look twice.')).toBe(true)
  running.interrupt(run.sessionId, third?.id ?? '')
  look.letGo()
  const { contents } = await ended
  expect(contents.map((content) => JSON.parse(content).results[0].problem)).toEqual([undefined, undefined, stopped])
  expect((await said(store, second?.id ?? '')).join()).toContain('Look twice.')
})

test('ends the children of a child together with it', async () => {
  const running = new RunningChildren()
  const { agent, store } = createDelegation({
    running,
    limits: { maxDepth: 2 },
    parent: [hand({ goal: 'outer' }), done],
    agentFor: () => {
      const leaf = createAgent({ transport: scripted([hang()]), model: { id: 'leaf' }, store })
      return createAgent({
        transport: scripted([hand({ goal: 'inner' })]),
        model: { id: 'middle' },
        store,
        tools: executorOf(delegateTools({ agentFor: () => leaf, limits: { maxDepth: 2 }, running })),
      })
    },
  })
  const run = agent.run('go')
  const ended = follow(run)
  await expect.poll(() => running.of(run.sessionId).map(({ goal }) => goal)).toEqual(['outer', 'inner'])
  const [outer, inner] = running.of(run.sessionId)
  expect(inner).toMatchObject({ parentId: outer?.id, depth: 2 })
  running.interrupt(run.sessionId, outer?.id ?? '')
  const { contents } = await ended
  expect(JSON.parse(contents[0] ?? '').results).toMatchObject([{ status: 'interrupted', problem: stopped }])
  await expect.poll(() => running.of(run.sessionId)).toEqual([])
})

test('tells the parent of a background child with its next message that a person ended the child', async () => {
  const { agent, running, background, transport } = createDelegation({
    hasBackground: true,
    parent: [hand({ goal: 'Watch.', background: true }), text('Started.'), text('I see.')],
    children: [[hang()]],
  })
  const { sessionId } = (await follow(agent.run('go'))).result
  const [child] = running.of(sessionId)
  expect(child).toMatchObject({ goal: 'Watch.', state: 'running' })
  expect(running.interrupt(sessionId, child?.id ?? '')).toBe(true)
  await Promise.all(background.of(sessionId).map(({ result }) => result))
  expect(running.of(sessionId)).toEqual([])
  await follow(agent.run('And?', { sessionId }))
  expect(textOf(transport.requests.at(-1)?.messages.at(-1)?.content ?? '')).toMatch(/Watch\..*A person stopped it/)
})

test('lets a paused child finish its call but take no further step until it is resumed', async () => {
  const look = createHeldTool()
  const marked: string[] = []
  const mark = defineTool({
    name: 'mark',
    description: 'Marks.',
    toolset: 'looking',
    parameters: z.object({}),
    effect: 'once',
    concurrency: 'never',
    run: async () => `marked ${marked.push('mark')}`,
  })
  const { agent, running, transports, store } = createDelegation({
    parent: [hand({ goal: 'Mark it.' }), done],
    children: [[calls([call('look', '{}'), call('mark', '{}')]), text('Marked.')]],
    childTools: [look.tool, mark],
  })
  const run = agent.run('go')
  const ended = follow(run)
  await look.begun
  const [child] = running.of(run.sessionId)
  const id = child?.id ?? ''
  const shown = () => running.of(run.sessionId)[0]
  expect(running.pause('another', id)).toBe(false)
  expect(running.pause(run.sessionId, id)).toBe(true)
  await expect.poll(shown).toMatchObject({ state: 'paused', doing: 'look' })
  look.letGo()
  await expect.poll(() => shown()?.toolCalls).toBe(1)
  expect(running.steer(run.sessionId, id, 'Only large ones.')).toBe(true)
  expect(marked).toEqual([])
  expect(running.resume(run.sessionId, id)).toBe(true)
  expect(shown()?.state).toBe('running')
  const { contents } = await ended
  expect(JSON.parse(contents[0] ?? '').results).toMatchObject([{ status: 'completed', summary: 'Marked.' }])
  expect(marked).toEqual(['mark'])
  expect(transports[0]?.requests).toHaveLength(2)
  expect((await said(store, id)).at(-2)).toBe('user: Only large ones.')
  expect(running.pause(run.sessionId, id)).toBe(false)
  expect(running.resume(run.sessionId, id)).toBe(false)
})

test('makes no call for a child that is paused before its turn, and can end it', async () => {
  const look = createHeldTool()
  const { agent, running, transports } = createDelegation({
    limits: { maxConcurrent: 1 },
    parent: [calls(['first', 'second'].map((goal) => hand({ goal }))), done],
    children: [[call('look', '{}'), text('one')], [text('two')]],
    childTools: [look.tool],
  })
  const run = agent.run('go')
  const ended = follow(run)
  await look.begun
  const second = running.of(run.sessionId)[1]?.id ?? ''
  expect(running.pause(run.sessionId, second)).toBe(true)
  look.letGo()
  await expect.poll(() => running.of(run.sessionId)).toMatchObject([{ id: second, state: 'paused' }])
  expect(running.interrupt(run.sessionId, second)).toBe(true)
  expect(running.resume(run.sessionId, second)).toBe(false)
  const { contents } = await ended
  expect(contents.map((content) => JSON.parse(content).results[0].status)).toEqual(['completed', 'interrupted'])
  expect(transports[1]?.requests).toHaveLength(0)
})

test('also pauses the children of a child, and none of them counts as stalled', async () => {
  const clock = createFakeClock()
  const running = new RunningChildren()
  const look = createHeldTool()
  const { agent } = createDelegation({
    running,
    limits: { maxDepth: 2, idleMs: 60_000, toolIdleMs: 60_000 },
    services: clock,
    parent: [hand({ goal: 'outer' }), done],
    agentFor(_, store) {
      const leaf = createAgent({
        transport: scripted([call('look', '{}'), text('seen')]),
        model: { id: 'leaf' },
        store,
        tools: executorOf([look.tool]),
      })
      const inner = delegateTools({ agentFor: () => leaf, limits: { maxDepth: 2 }, running, services: clock })
      return createAgent({
        transport: scripted([hand({ goal: 'inner' }), text('outer done')]),
        model: { id: 'middle' },
        store,
        tools: executorOf(inner),
      })
    },
  })
  const run = agent.run('go')
  const ended = follow(run)
  await look.begun
  const [outer, inner] = running.of(run.sessionId)
  expect(running.pause(run.sessionId, outer?.id ?? '')).toBe(true)
  expect(running.of(run.sessionId).map(({ state }) => state)).toEqual(['paused', 'paused'])
  look.letGo()
  await expect.poll(() => running.of(run.sessionId)[1]?.toolCalls).toBe(1)
  await clock.pass(3_600_000)
  expect(running.resume(run.sessionId, inner?.id ?? '')).toBe(true)
  expect(
    running
      .of(run.sessionId)
      .map(({ state }) => state)
      .at(0),
  ).toBe('paused')
  await expect.poll(() => running.of(run.sessionId).length).toBe(1)
  running.resume(run.sessionId, outer?.id ?? '')
  const { contents } = await ended
  expect(JSON.parse(contents[0] ?? '').results).toMatchObject([{ status: 'completed', summary: 'outer done' }])
})

test('starts a child of a paused child in the paused state', async () => {
  const running = new RunningChildren()
  const progress = new ChildTally()
  const signal = new AbortController().signal
  const top = { sessionId: 'top', rootSessionId: 'top', depth: 0 }
  using _ = running.track({ id: 'outer', goal: 'outer', progress, parent: top }, signal)
  running.pause('top', 'outer')
  const parent = { sessionId: 'outer', rootSessionId: 'top', depth: 1 }
  using inner = running.track({ id: 'inner', goal: 'inner', progress, parent }, signal)
  expect(running.of('top')[1]?.state).toBe('paused')
  const waited = inner.untilResumed(signal)
  expect(inner.isHeld()).toBe(true)
  running.resume('top', 'outer')
  await waited
  expect(inner.isHeld()).toBe(false)
})
