import { createMemoryStore, type SessionStore, textOf } from '@hermes/core'
import { call, hang, type ScriptedReply, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { createDelegation, type DelegationSetup, follow } from '../../testing/delegation.js'

const later = (args: object) => call('delegate_task', JSON.stringify({ ...args, background: true }))
const ask = (args: object) => call('delegations', JSON.stringify(args))

/** Creates a child whose answer the test controls. */
function createChild() {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const script = (said: string): ScriptedReply[] => [
    async () => {
      begun.resolve()
      await gate.promise
      return text(said)
    },
  ]
  return { script, begun: begun.promise, finish: () => gate.resolve() }
}

function setup(options: Omit<DelegationSetup, 'hasBackground'>) {
  const delegation = createDelegation({ ...options, hasBackground: true })
  const ended = (sessionId: string) => Promise.all(delegation.background.of(sessionId).map(({ result }) => result))
  return { ...delegation, ended }
}

async function said(store: SessionStore, sessionId: string) {
  const stored = await store.messages.load(sessionId)
  return stored.map(({ message }) => `${message.role}: ${textOf(message.content)}`)
}

const news = /^user: \[Not from the user: /

test('returns immediately and reports all ended children once with the next message', async () => {
  const children = [createChild(), createChild()]
  const { agent, store, transport, ended } = setup({
    parent: [
      later({ tasks: [{ goal: 'one' }, { goal: 'two' }] }),
      text('Started.'),
      text('Both are done.'),
      text('Yes.'),
    ],
    children: children.map((child, index) => child.script(`answer ${index + 1}`)),
  })
  const first = await follow(agent.run('go'))
  expect(first.result.finalResponse).toBe('Started.')
  expect(JSON.parse(first.contents[0] ?? '').started).toMatchObject([{ goal: 'one' }, { goal: 'two' }])

  const { sessionId } = first.result
  for (const child of children) child.finish()
  await ended(sessionId)
  await follow(agent.run('And?', { sessionId }))
  const shown = textOf(transport.requests.at(-1)?.messages.at(-1)?.content ?? '')
  expect(shown).toMatch(/^And\?\n\n\[Not from the user/)
  expect(shown).toContain('answer 1')
  expect(shown).toContain('answer 2')

  await follow(agent.run('Really?', { sessionId }))
  const history = await said(store, sessionId)
  expect(history.filter((line) => news.test(line))).toHaveLength(1)
  // The earlier messages are an unchanged prefix, so the provider's cache applies.
  expect(transport.requests.at(-1)?.messages.slice(0, -2)).toEqual(transport.requests.at(-2)?.messages)
})

test('waits for background calls when background work is not supported', async () => {
  const { agent } = createDelegation({
    parent: [later({ goal: 'one' }), text('Done.')],
    children: [[text('answer')]],
  })
  const { contents } = await follow(agent.run('go'))
  expect(JSON.parse(contents[0] ?? '').results).toMatchObject([{ status: 'completed', summary: 'answer' }])
})

test('does not report children again after a wait', async () => {
  const child = createChild()
  const { agent, store } = setup({
    parent: [
      later({ goal: 'one' }),
      () => {
        child.finish()
        return ask({ action: 'wait' })
      },
      text('Done.'),
      text('Yes.'),
    ],
    children: [child.script('answer')],
  })
  const { contents, result } = await follow(agent.run('go'))
  expect(JSON.parse(contents[1] ?? '').results).toMatchObject([{ status: 'completed', summary: 'answer' }])
  await follow(agent.run('And?', { sessionId: result.sessionId }))
  expect((await said(store, result.sessionId)).filter((line) => news.test(line))).toEqual([])
})

test('lists and stops children', async () => {
  const child = createChild()
  const { agent, store } = setup({
    parent: [
      later({ goal: 'endless' }),
      () => child.begun.then(() => ask({ action: 'list' })),
      ask({ action: 'stop' }),
      ask({ action: 'wait', ids: ['nobody'] }),
      text('Done.'),
    ],
    children: [child.script('never')],
  })
  const { contents, result } = await follow(agent.run('go'))
  expect(JSON.parse(contents[1] ?? '').delegations).toMatchObject([
    { goal: 'endless', status: 'running', doing: 'thinking' },
  ])
  expect(JSON.parse(contents[2] ?? '').results).toMatchObject([{ status: 'interrupted' }])
  expect(contents[3]).toMatch(/No task in the background has the id nobody/)
  const [stored] = await store.sessions.find({ parentSessionId: result.sessionId })
  expect(stored?.endReason).toBe('interrupted')
})

test('does not interrupt children together with a later turn', async () => {
  const child = createChild()
  const { agent, ended } = setup({
    parent: [later({ goal: 'one' }), text('Started.'), hang()],
    children: [child.script('answer')],
  })
  const { result } = await follow(agent.run('go'))
  const run = agent.run('And?', { sessionId: result.sessionId })
  run.interrupt()
  await run.result
  child.finish()
  expect(await ended(result.sessionId)).toMatchObject([{ status: 'completed', summary: 'answer' }])
})

describe('the end of the process', () => {
  test('stops the children on a normal exit, and the next process reports them once', async () => {
    const store = createMemoryStore()
    const child = createChild()
    const before = setup({ parent: [later({ goal: 'one' }), text('Started.')], children: [child.script('x')], store })
    const { result } = await follow(before.agent.run('go'))
    await child.begun
    await before.background[Symbol.asyncDispose]()
    expect(before.transports[0]?.requests).toHaveLength(1)

    const after = setup({ parent: [text('I see.'), text('Yes.')], store })
    for (const input of ['And?', 'Really?']) await follow(after.agent.run(input, { sessionId: result.sessionId }))
    const told = (await said(store, result.sessionId)).filter((line) => news.test(line))
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(/"status":"interrupted"/)
  })

  test('leaves their end unknown after a crash but keeps their last message', async () => {
    const store = createMemoryStore()
    const before = setup({
      parent: [later({ goal: 'one' }), text('Started.')],
      children: [[call('nothing', {}, { text: 'I begin.' }), hang()]],
      store,
    })
    const { result } = await follow(before.agent.run('go'))
    const [child] = await waitForChild(store, result.sessionId)

    // Simulates another process, which has only the store.
    const after = setup({ parent: [ask({ action: 'list' }), text('I see.')], store })
    const { contents } = await follow(after.agent.run('And?', { sessionId: result.sessionId }))
    const told = (await said(store, result.sessionId)).find((line) => news.test(line))
    expect(told).toContain('"status":"unknown"')
    expect(told).toContain('I begin.')
    expect(told).toContain(child?.id)
    expect(JSON.parse(contents.at(-1) ?? '').delegations).toMatchObject([{ goal: 'one', status: 'unknown' }])
    await before.background[Symbol.asyncDispose]()
  })

  test('does not report a child again that was reported before the crash', async () => {
    const store = createMemoryStore()
    const child = createChild()
    const before = setup({
      parent: [later({ goal: 'one' }), text('Started.'), text('I see.')],
      children: [child.script('x')],
      store,
    })
    const { result } = await follow(before.agent.run('go'))
    child.finish()
    await before.ended(result.sessionId)
    await follow(before.agent.run('And?', { sessionId: result.sessionId }))
    // Simulates a crash right before the child's session was closed.
    const [stored] = await store.sessions.find({ parentSessionId: result.sessionId })
    await store.sessions.update(stored?.id ?? '', { endedAtMs: null })

    const after = setup({ parent: [text('Yes.')], store })
    await follow(after.agent.run('Really?', { sessionId: result.sessionId }))
    expect((await said(store, result.sessionId)).filter((line) => news.test(line))).toHaveLength(1)
  })
})

/** Returns the children of a session after they have written a message. */
async function waitForChild(store: SessionStore, parentSessionId: string) {
  for (;;) {
    const children = await store.sessions.find({ parentSessionId })
    if (children.some(({ messageCount }) => messageCount >= 3)) return children
    await new Promise((resolve) => setImmediate(resolve))
  }
}
