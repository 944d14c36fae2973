import type { RpcEvent } from '@hermes/rpc/schemas'
import { type Answer, call, fakeTools, hang, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { createRpcWorld, type TestClient, textIn } from './rpc-world.js'

const words = 'one two three four five six seven eight nine ten'
const slowly = (content: string): Answer => text(content, { pace: { pieceSize: 3 } })

describe('a session', () => {
  test('is created, answers, and is listed', async () => {
    await using world = createRpcWorld({ script: [text(words)] })
    using client = await world.connect()
    expect(client.server).toMatchObject({ protocolVersion: 1, server: { name: 'hermes' } })
    const { sessionId, model, isStored } = await client.call('session.create', { workingDirectory: '/work/app' })
    expect({ model, isStored }).toEqual({
      model: { id: 'large', provider: 'lab', contextWindow: 100_000 },
      isStored: false,
    })
    const { acceptance } = await client.call('prompt.submit', { sessionId, content: 'Count.' })
    expect(acceptance.as).toBe('turn')
    await expect.poll(() => client.types).toContain('prompt.end')
    expect(client.text).toBe(words)
    expect(client.events.find(({ type }) => type === 'message.complete')).toMatchObject({
      sessionId,
      payload: { status: 'completed', text: words },
    })
    const { messages } = await client.call('session.history', { sessionId })
    expect(messages.map(({ message }) => message)).toEqual([
      { role: 'user', content: 'Count.' },
      { role: 'assistant', content: words },
    ])
    const { sessions: untitled } = await client.call('session.list', {})
    expect(untitled).toMatchObject([{ sessionId, preview: 'Count.' }])
    await client.call('session.title', { sessionId, title: 'Numbers' })
    const { sessions } = await client.call('session.list', {})
    expect(sessions).toMatchObject([{ sessionId, title: 'Numbers', workingDirectory: '/work/app', messageCount: 2 }])
    expect(await client.call('session.usage', { sessionId })).toMatchObject({ apiCallCount: 1, contextWindow: 100_000 })
  })

  test('starts its next message with skills, but not a command', async () => {
    const preloadSkills = async (names: readonly string[]) => {
      if (names.includes('none')) throw new Error('There is no skill "none".')
      return async (message: string) => `[${names}] ${message}`
    }
    await using world = createRpcWorld({ script: [text('a'), text('b')], preloadSkills })
    using client = await world.connect()
    const { sessionId } = await client.call('session.create', {})
    const unknown = client.call('session.preload_skills', { sessionId, skills: ['none'] })
    await expect(unknown).rejects.toMatchObject({ rpcCode: -32602, message: 'There is no skill "none".' })
    await client.call('session.preload_skills', { sessionId, skills: ['tea', 'pot'] })
    await client.call('command.dispatch', { sessionId, line: '/help' })
    await client.call('prompt.submit', { sessionId, content: '/help' })
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } } as const
    await client.call('prompt.submit', { sessionId, content: [image, { type: 'text', text: 'first' }] })
    await client.call('prompt.submit', { sessionId, content: 'second' })
    await expect.poll(() => client.text).toBe('ab')
    const { messages } = await client.call('session.history', { sessionId })
    expect(messages.flatMap(({ message: { role, content } }) => (role === 'user' ? [content] : []))).toEqual([
      [image, { type: 'text', text: '[tea,pot] first' }],
      'second',
    ])
  })

  test('is branched, undone and deleted', async () => {
    await using world = createRpcWorld({ script: [text('a'), text('b')] })
    using client = await world.connect()
    const { sessionId } = await client.call('session.create', {})
    await client.call('prompt.submit', { sessionId, content: 'first' })
    await client.call('prompt.submit', { sessionId, content: 'second' })
    await expect.poll(() => client.types.filter((type) => type === 'prompt.end')).toHaveLength(2)
    const branch = await client.call('session.branch', { sessionId })
    expect(branch.sessionId).not.toBe(sessionId)
    expect(await client.call('session.undo', { sessionId: branch.sessionId })).toEqual({
      exchanges: 1,
      content: 'second',
    })
    expect((await client.call('session.history', { sessionId: branch.sessionId })).messages).toHaveLength(2)
    expect((await client.call('session.history', { sessionId })).messages).toHaveLength(4)
    await client.call('session.delete', { sessionId })
    await expect(client.call('session.resume', { sessionId })).rejects.toMatchObject({ rpcCode: 4007 })
    await expect.poll(() => client.types).toContain('session.closed')
  })

  test('collects deltas for a client that wants fewer events', async () => {
    await using world = createRpcWorld({ script: [slowly(words), hang(slowly(words))] })
    using each = await world.connect()
    using few = await world.connect({ deltaMs: 1_000 })
    const deltas = (client: TestClient) => client.events.filter(({ type }) => type === 'message.delta')
    const { sessionId } = await each.call('session.create', {})
    await few.call('session.resume', { sessionId })
    await each.call('prompt.submit', { sessionId, content: 'Count.' })
    await expect.poll(() => few.types).toContain('message.complete')
    expect(few.text).toBe(words)
    expect(deltas(few).length).toBeLessThan(deltas(each).length / 2)
    expect(deltas(few).at(-1)?.cursor).toBe(deltas(each).at(-1)?.cursor)
    // The rest of an answer that never ends follows after that time.
    await each.call('prompt.submit', { sessionId, content: 'Again.' })
    await expect.poll(() => few.text, { timeout: 5_000 }).toBe(words + words)
  })

  test('shows the same events to several clients, and a late one gets the running turn', async () => {
    await using world = createRpcWorld({ script: [hang(slowly(words))] })
    using one = await world.connect()
    using other = await world.connect()
    const { sessionId } = await one.call('session.create', { title: 'Numbers' })
    await other.call('session.resume', { sessionId })
    await one.call('prompt.submit', { sessionId, content: 'Count.' })
    await expect.poll(() => [one.text, other.text]).toEqual([words, words])
    using late = await world.connect()
    const { state } = await late.call('session.activate', { sessionId })
    expect(state.activity).toBe('running')
    await expect.poll(() => late.text).toBe(words)
    expect(late.events.find(({ sessionId }) => sessionId)).toMatchObject({
      type: 'message.start',
      payload: { input: 'Count.' },
    })
    const { messages } = await late.call('session.history', { sessionId, beforeTurn: true })
    expect(messages).toEqual([])
    await late.call('session.interrupt', { sessionId })
    for (const client of [one, other, late]) await expect.poll(() => client.types).toContain('message.complete')
    expect((await one.call('session.active_list', {})).sessions).toMatchObject([
      { sessionId, title: 'Numbers', workingDirectory: '/work', clients: 3 },
    ])
  })

  test('resumes at each cursor without a lost or doubled event, even after the turn', async () => {
    await using world = createRpcWorld({ script: [slowly(words), text('Later.')] })
    using first = await world.connect()
    const { sessionId } = await first.call('session.create', {})
    await first.call('prompt.submit', { sessionId, content: 'Count.' })
    const isIdle = (event: RpcEvent) => event.type === 'session.state' && event.payload.state.activity === 'idle'
    await expect.poll(() => first.types.includes('prompt.end') && first.events.some(isIdle)).toBe(true)
    const all = first.events.filter(({ cursor }) => cursor !== undefined)
    const cursors = all.map(({ cursor = 0 }) => cursor)
    expect(cursors).toEqual([...new Set(cursors)].toSorted((left, right) => left - right))
    for (const [index, after] of cursors.entries()) {
      using again = await world.connect()
      await again.call('session.resume', { sessionId, after })
      const rest = all.slice(index + 1)
      await expect.poll(() => again.events.filter(({ cursor }) => cursor !== undefined)).toEqual(rest)
      expect(textIn(all.slice(0, index + 1)) + again.text).toBe(words)
      const polled = await again.call('session.events.since', { sessionId, cursor: after })
      expect(polled).toMatchObject({ isComplete: true, cursor: cursors.at(-1) })
      expect(polled.events.map(({ cursor }) => cursor)).toEqual(rest.map(({ cursor }) => cursor))
    }
  })

  test('tells a client with an expired cursor that it missed events', async () => {
    await using world = createRpcWorld({ script: [text(words)] })
    using client = await world.connect()
    const { sessionId } = await client.call('session.create', {})
    await client.call('prompt.submit', { sessionId, content: 'Count.' })
    await expect.poll(() => client.types).toContain('prompt.end')
    for (const after of [1, Number.MAX_SAFE_INTEGER]) {
      using again = await world.connect()
      await again.call('session.resume', { sessionId, after })
      await expect.poll(() => again.types).toContain('session.lagged')
      expect((await again.call('session.history', { sessionId })).messages).toHaveLength(2)
    }
  })

  test('continues without its clients, and is closed when it has nothing to do', async () => {
    await using world = createRpcWorld({ script: [slowly(words)], idleMs: 1 })
    const client = await world.connect()
    const { sessionId } = await client.call('session.create', {})
    await client.call('prompt.submit', { sessionId, content: 'Count.' })
    client[Symbol.dispose]()
    using other = await world.connect()
    await expect.poll(async () => (await other.call('session.active_list', {})).sessions).toEqual([])
    expect((await other.call('session.history', { sessionId })).messages).toHaveLength(2)
    await other.call('session.resume', { sessionId })
  })
})

describe('prompts', () => {
  test('are queued, steered and refused during a turn, and canceled', async () => {
    await using world = createRpcWorld({ script: [hang(text('Thinking'))] })
    using client = await world.connect()
    const { sessionId } = await client.call('session.create', {})
    await client.call('prompt.submit', { sessionId, content: 'first' })
    const queued = await client.call('prompt.submit', { sessionId, content: 'second', whenBusy: 'queue' })
    expect(queued.acceptance).toEqual({ as: 'queued', position: 1 })
    await expect(
      client.call('prompt.submit', { sessionId, content: 'third', whenBusy: 'refuse' }),
    ).rejects.toMatchObject({ rpcCode: 4009 })
    expect((await client.call('session.steer', { sessionId, text: 'faster' })).acceptance.as).toBe('steer')
    const cancelled = await client.call('prompt.cancel', { sessionId, submissionId: queued.submissionId })
    expect(cancelled).toEqual({ isCancelled: true })
    expect(client.types).toEqual(expect.arrayContaining(['prompt.queued', 'prompt.unqueued', 'prompt.steered']))
  })

  test('with the same id count once', async () => {
    await using world = createRpcWorld({ script: [text('once')] })
    using client = await world.connect()
    const { sessionId } = await client.call('session.create', {})
    const submit = () => client.call('prompt.submit', { sessionId, content: 'Hi', id: 'mine' })
    expect((await submit()).acceptance.as).toBe('turn')
    expect((await submit()).acceptance.as).toBe('duplicate')
  })
})

describe('questions', () => {
  const script = () => [call('ask'), text('Thanks.')]
  const tools = (choices: readonly string[] = []) => ({
    tools: (desk: Parameters<NonNullable<NonNullable<Parameters<typeof createRpcWorld>[0]>['tools']>>[0]) =>
      fakeTools({
        ask: async (_, { sessionId, run, signal }) =>
          (await desk.clarify({ sessionId, text: 'Which?', choices }, { signal, ...(run && { run }) })) ?? 'nobody',
      }),
  })
  const answerOf = async (world: ReturnType<typeof createRpcWorld>, sessionId: string) =>
    (await world.store.messages.load(sessionId)).find(({ message }) => message.role === 'tool')?.message.content

  test('are asked of every client that can answer, and withdrawn from the others', async () => {
    await using world = createRpcWorld({ script: script(), ...tools(['red', 'blue']) })
    const withdrawn = Promise.withResolvers<unknown>()
    const asked = Promise.withResolvers<string>()
    using slow = await world.connect({
      answer: {
        clarify: (_, { signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              withdrawn.resolve(signal.reason)
              reject(signal.reason)
            })
          }),
      },
    })
    using quick = await world.connect({
      answer: {
        async clarify({ question }) {
          asked.resolve(question.text)
          return { answer: question.choices[1] ?? '' }
        },
      },
    })
    const { sessionId } = await slow.call('session.create', {})
    await quick.call('session.resume', { sessionId })
    await slow.call('prompt.submit', { sessionId, content: 'Hi' })
    expect(await asked.promise).toBe('Which?')
    expect(await withdrawn.promise).toMatchObject({ message: 'It was settled: answered.' })
    await expect.poll(() => slow.types).toContain('message.complete')
    expect(slow.types).toContain('request.cancel')
    expect(await answerOf(world, sessionId)).toBe('blue')
  })

  test('take their default at once when no client can answer', async () => {
    await using world = createRpcWorld({ script: script(), ...tools() })
    using client = await world.connect()
    const { sessionId } = await client.call('session.create', {})
    await client.call('prompt.submit', { sessionId, content: 'Hi' })
    await expect.poll(() => client.types).toContain('message.complete')
    expect(await answerOf(world, sessionId)).toBe('nobody')
  })

  test('wait for a client that has lost its connection, and are asked again', async () => {
    await using world = createRpcWorld({ script: script(), ...tools() })
    const asked = Promise.withResolvers<void>()
    const never = { clarify: () => new Promise<never>(() => asked.resolve()) }
    const lost = await world.connect({ answer: never })
    const { sessionId } = await lost.call('session.create', {})
    await lost.call('prompt.submit', { sessionId, content: 'Hi' })
    await asked.promise
    lost[Symbol.dispose]()
    using back = await world.connect({ answer: { clarify: async () => ({ answer: 'green' }) } })
    await back.call('session.resume', { sessionId })
    await expect.poll(() => back.types).toContain('message.complete')
    expect(await answerOf(world, sessionId)).toBe('green')
  })

  test('end a while after the last client that can answer has left', async () => {
    await using world = createRpcWorld({ script: script(), ...tools(), answerGraceMs: 1 })
    using watcher = await world.connect()
    const asked = Promise.withResolvers<void>()
    const lost = await world.connect({ answer: { clarify: () => new Promise<never>(() => asked.resolve()) } })
    const { sessionId } = await lost.call('session.create', {})
    await watcher.call('session.resume', { sessionId })
    await lost.call('prompt.submit', { sessionId, content: 'Hi' })
    await asked.promise
    lost[Symbol.dispose]()
    await expect.poll(() => watcher.types).toContain('message.complete')
    expect(await answerOf(world, sessionId)).toBe('nobody')
  })

  test('are answered by a method', async () => {
    await using world = createRpcWorld({ script: script(), ...tools() })
    using client = await world.connect({ answer: { clarify: () => new Promise<never>(() => undefined) } })
    const { sessionId } = await client.call('session.create', {})
    await client.call('prompt.submit', { sessionId, content: 'Hi' })
    await expect.poll(() => client.types).toContain('question.open')
    const [question] = (await client.call('question.list', { sessionId })).questions
    const requestId = question?.id ?? ''
    const respond = (answer: string) => client.call('clarify.respond', { sessionId, requestId, answer })
    expect(await respond('here')).toEqual({ isAccepted: true })
    await expect.poll(() => client.types).toContain('message.complete')
    await expect(respond('again')).rejects.toMatchObject({ rpcCode: 4007 })
    expect(await answerOf(world, sessionId)).toBe('here')
  })
})

describe('commands and settings', () => {
  test('are listed, completed and run', async () => {
    await using world = createRpcWorld({ script: [text('Hello.')] })
    using client = await world.connect()
    const { sessionId } = await client.call('session.create', {})
    const { commands } = await client.call('commands.catalog', { sessionId })
    expect(commands.map(({ name }) => name)).toEqual(expect.arrayContaining(['help', 'title', 'status']))
    const { completions } = await client.call('complete.slash', { sessionId, line: '/sta' })
    expect(completions).toMatchObject([{ text: '/status' }])
    const { outcome } = await client.call('command.dispatch', { sessionId, line: '/status' })
    expect(outcome.type).toMatch(/table|text/)
    const unknown = await client.call('command.dispatch', { sessionId, line: '/nonsense' })
    expect(unknown.outcome.type).toBe('error')
    expect(await client.call('command.resolve', { sessionId, line: '/etc/hosts is empty' })).toEqual({
      type: 'message',
    })
    await client.call('config.set', { sessionId, changes: { reasoning: 'high' } })
    expect((await client.call('config.get', { sessionId })).choice).toEqual({ reasoning: 'high' })
    await expect.poll(() => client.types).toContain('session.info')
    expect((await client.call('model.options', { sessionId })).models).toEqual([{ model: 'large', provider: 'lab' }])
    expect((await client.call('tools.list', { sessionId })).tools).toMatchObject([{ name: 'look' }])
  })
})
