import { call, calls, fakeTools, hang, scripted, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import type { AgentOptions, Run } from '../../contracts/agent/agent.js'
import type { Message } from '../../contracts/model/message.js'
import type { ModelRequest } from '../../contracts/model/model-request.js'
import { createMemoryStore } from '../../session/memory-store.js'
import { createAgent } from '../create-agent.js'

function setUp(replies: Parameters<typeof scripted>[0], options: Partial<AgentOptions> = {}) {
  const transport = scripted(replies)
  const store = createMemoryStore()
  const tools = fakeTools({ read_file: () => 'contents' })
  return { transport, store, agent: createAgent({ transport, model: { id: 'm' }, store, tools, ...options }) }
}

const said = (messages: readonly Message[] = []) => messages.map(({ role, content }) => [role, content])

async function drain(run: Run, on: (type: string) => void) {
  for await (const event of run) on(event.type)
  return run.result
}

describe('steer', () => {
  test('can be taken back until it is delivered', async () => {
    const runs: Run[] = []
    const taken: unknown[] = []
    const tools = fakeTools({
      read_file: () => {
        for (const id of ['a', 'b']) runs[0]?.steer(`say ${id}`, { inputId: id })
        taken.push(runs[0]?.withdrawSteer('a'), runs[0]?.withdrawSteer('none'))
        return 'contents'
      },
    })
    const { agent, transport } = setUp([call('read_file', { path: 'a' }), text('done')], { tools })
    const run = agent.run('go')
    runs.push(run)
    await run.result
    expect(taken).toEqual([true, false])
    expect(said(transport.requests[1]?.messages).slice(2)).toEqual([
      ['tool', 'contents'],
      ['user', 'say b'],
    ])
    expect(run.withdrawSteer('b')).toBe(false)
  })

  test('reaches the model with the results of the running calls, in the same turn, and is stored', async () => {
    const steers: Run['steer'][] = []
    const tools = fakeTools({
      read_file: ({ path }) => {
        for (const steer of steers) steer(`skip ${path}`)
        return 'contents'
      },
    })
    const script = [calls([call('read_file', { path: 'a' }), call('read_file', { path: 'b' })]), text('done')]
    const { agent, transport, store } = setUp(script, { tools })
    const run = agent.run('go')
    steers.push(run.steer)
    const result = await run.result
    expect(said(transport.requests[1]?.messages).slice(2)).toEqual([
      ['tool', 'contents'],
      ['tool', 'contents'],
      ['user', 'skip a\n\nskip b'],
    ])
    expect(result).toMatchObject({ iterations: 2, outcome: { status: 'completed' } })
    expect(result).not.toHaveProperty('undeliveredSteer')
    expect((await store.messages.load(run.sessionId)).map(({ message }) => message.role)).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
      'user',
      'assistant',
    ])
  })

  test('is returned and not stored when it comes too late', async () => {
    const { agent, store } = setUp([text('done')])
    const run = agent.run('go')
    run.steer('faster')
    run.steer('  ')
    expect(await run.result).toMatchObject({ finalResponse: 'done', undeliveredSteer: 'faster' })
    expect(await store.messages.load(run.sessionId)).toHaveLength(2)
  })
})

describe('a steer that extends the turn', () => {
  test('is read in the same turn, even if the model has answered in the meantime', async () => {
    const steers: Run['steer'][] = []
    const answering = () => {
      for (const steer of steers) steer('faster', { inputId: 'i1', extendsTurn: true })
      return text('one')
    }
    const { agent, store, transport } = setUp([answering, text('two')])
    const run = agent.run('go')
    steers.push(run.steer)
    const result = await run.result
    expect(result).toMatchObject({ finalResponse: 'two', iterations: 2, outcome: { status: 'completed' } })
    expect(result).not.toHaveProperty('undeliveredSteer')
    const history = [
      ['user', 'go'],
      ['assistant', 'one'],
      ['user', 'faster'],
    ]
    expect(said(transport.requests[1]?.messages)).toEqual(history)
    expect(said((await store.messages.load(run.sessionId)).map(({ message }) => message))).toEqual([
      ...history,
      ['assistant', 'two'],
    ])
  })

  test('is returned when the budget allows no further call', async () => {
    const steers: Run['steer'][] = []
    const answering = () => {
      for (const steer of steers) steer('faster', { extendsTurn: true })
      return text('one')
    }
    const { agent } = setUp([answering], { budget: { maxIterations: 1 } })
    const run = agent.run('go')
    steers.push(run.steer)
    expect(await run.result).toMatchObject({
      finalResponse: 'one',
      outcome: { status: 'completed' },
      undeliveredSteer: 'faster',
    })
  })

  test('is not accepted once the turn is about to end', async () => {
    const taken: boolean[] = []
    const steers: Run['steer'][] = []
    const post_llm_call = async () => {
      for (const steer of steers) taken.push(steer('late', { extendsTurn: true }), steer('late'))
    }
    const { agent } = setUp([text('one')], { plugins: [{ name: 'late', hooks: { post_llm_call } }] })
    const run = agent.run('go')
    steers.push(run.steer)
    expect(await run.result).toMatchObject({ finalResponse: 'one', undeliveredSteer: 'late' })
    expect(taken).toEqual([false, true])
  })
})

describe('queue', () => {
  test('joins queued inputs into one message of the next turn', async () => {
    const { agent, store } = setUp([text('one'), text('two')])
    const session = agent.session('s')
    const first = session.run('first')
    const second = session.queue('second')
    expect(session.queue('third')).toBe(second)
    expect((await first.result).finalResponse).toBe('one')
    expect((await second.result).finalResponse).toBe('two')
    expect((await store.messages.load('s')).map(({ message }) => message.content)).toEqual([
      'first',
      'one',
      'second\n\nthird',
      'two',
    ])
  })

  test('starts a turn immediately when none is running', async () => {
    const { agent } = setUp([text('one'), text('two')])
    const session = agent.session()
    expect((await session.queue('a').result).finalResponse).toBe('one')
    expect((await session.queue('b').result).finalResponse).toBe('two')
  })
})

describe('interrupt', () => {
  test('takes effect immediately while the turn waits for another', async () => {
    const answer = ({ messages }: ModelRequest) => (JSON.stringify(messages).includes('third') ? text('later') : hang())
    const { agent } = setUp([answer, answer])
    const first = agent.run('first', { sessionId: 's' })
    const second = agent.run('second', { sessionId: 's' })
    const third = agent.run('third', { sessionId: 's' })
    second.interrupt('never mind')
    expect((await second.result).outcome).toEqual({ status: 'interrupted', reason: 'never mind' })
    first.interrupt()
    await first.result
    expect((await third.result).finalResponse).toBe('later')
  })

  test('keeps the displayed text when it redirects the model', async () => {
    const { agent, transport } = setUp([hang(text('The answer is', { pace: { pieceSize: 99 } })), text('Fine.')])
    const run = agent.run('go', { sessionId: 's' })
    await drain(run, (type) => type === 'text-delta' && run.interrupt('shorter', { keepPartial: true }))
    expect((await run.result).outcome).toEqual({ status: 'interrupted', reason: 'shorter' })
    await agent.chat('shorter, please', { sessionId: 's' })
    expect(said(transport.requests[1]?.messages)).toEqual([
      ['user', 'go'],
      ['assistant', 'The answer is'],
      ['user', 'shorter, please'],
    ])
  })
})

describe('request-only context', () => {
  test('never stores a prefill or an ephemeral system prompt', async () => {
    const { agent, transport, store } = setUp([call('read_file'), text('done')], {
      prompt: [{ id: 'a', content: 'A' }],
    })
    const prefill = [
      { role: 'user', content: 'An example?' },
      { role: 'assistant', content: 'An answer.' },
    ] as const
    const { sessionId } = await agent.run('go', { ephemeral: { system: 'Be brief.', prefill } }).result
    for (const request of transport.requests) {
      expect(request.system).toBe('A\n\nBe brief.')
      expect(request.messages.slice(0, 3)).toEqual([...prefill, { role: 'user', content: 'go' }])
    }
    expect(JSON.stringify([await store.sessions.get(sessionId), await store.messages.load(sessionId)])).not.toMatch(
      /brief|example/i,
    )
    await agent.run('again', { sessionId }).result
    expect(transport.requests[2]).toMatchObject({ system: 'A' })
    expect(said(transport.requests[2]?.messages)[0]).toEqual(['user', 'go'])
  })

  test('adds that of the agent to each request of every run, before that of the run', async () => {
    const [ofAgent, ofRun] = [
      [{ role: 'user', content: 'First?' } as const, { role: 'assistant', content: 'One.' } as const],
      [{ role: 'user', content: 'Second?' } as const, { role: 'assistant', content: 'Two.' } as const],
    ]
    const { agent, transport, store } = setUp([text('one'), text('two')], {
      prompt: [{ id: 'a', content: 'A' }],
      ephemeral: { system: 'Be brief.', prefill: ofAgent },
    })
    const { sessionId } = await agent.run('go', { ephemeral: { system: 'Be kind.', prefill: ofRun } }).result
    await agent.run('again', { sessionId }).result
    const [first, second] = transport.requests
    expect(first).toMatchObject({ system: 'A\n\nBe brief.\n\nBe kind.', messages: [...ofAgent, ...ofRun, {}] })
    expect(second?.system).toBe('A\n\nBe brief.')
    expect(said(second?.messages).map(([, content]) => content)).toEqual(['First?', 'One.', 'go', 'one', 'again'])
    expect(JSON.stringify([await store.sessions.get(sessionId), await store.messages.load(sessionId)])).not.toMatch(
      /brief|First/,
    )
  })

  test('stores a different text than the model reads', async () => {
    const interrupted = () => {
      cut.interrupt()
      return hang()
    }
    const { agent, transport, store } = setUp([text('one'), interrupted, text('two')])
    const sessionId = 's'
    await agent.run('What is this?\n\n<file>long</file>', { sessionId, storeInputAs: 'What is this?' }).result
    expect(said(transport.requests[0]?.messages)).toEqual([['user', 'What is this?\n\n<file>long</file>']])
    expect((await store.messages.load(sessionId))[0]?.message.content).toBe('What is this?')
    const cut = agent.run('unanswered', { sessionId })
    expect((await cut.result).outcome.status).toBe('interrupted')
    await agent.run('long', { sessionId, storeInputAs: 'short' }).result
    expect(said(transport.requests[2]?.messages).at(-1)).toEqual(['user', 'unanswered\n\nlong'])
    expect((await store.messages.load(sessionId)).map(({ message }) => message.content)).toEqual([
      'What is this?',
      'one',
      'unanswered',
      'short',
      'two',
    ])
  })
})
