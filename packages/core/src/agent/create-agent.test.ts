import { call, calls, cut, fail, fakeTools, hang, type ScriptedReply, scripted, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import type { AgentOptions, Run } from '../contracts/agent/agent.js'
import { ConfigError, InterruptError, TransportError } from '../contracts/errors/errors.js'
import type { Transport } from '../contracts/model/transport.js'
import type { SessionStore } from '../contracts/sessions/session-store.js'
import type { AgentEvent } from '../contracts/turn/event.js'
import { createMemoryStore } from '../session/memory-store.js'
import { sanitizeTranscript } from '../transcript/sanitize-transcript.js'
import { createAgent } from './create-agent.js'

const readFile = { read_file: ({ path }: { path?: unknown }) => `contents of ${path}` }

function setUp(replies: Iterable<ScriptedReply>, options: Partial<AgentOptions> = {}) {
  const transport = scripted(replies)
  const store = createMemoryStore()
  const agent = createAgent({ transport, model: { id: 'm' }, store, tools: fakeTools(readFile), ...options })
  return { agent, store, transport }
}

async function eventsOf(run: Run): Promise<AgentEvent[]> {
  const events: AgentEvent[] = []
  for await (const event of run) events.push(event)
  return events
}

const withoutRepeats = (list: readonly string[]) => list.filter((item, index) => item !== list[index - 1])

const rolesIn = async (store: SessionStore, id: string) => (await store.messages.load(id)).map((m) => m.message.role)

test('is not created without a transport or a model', () => {
  const complete = { transport: scripted([]), model: { id: 'm' } }
  for (const [options, path] of [
    ['{"transport":null,"model":null}', 'transport'],
    ['{"transport":{}}', 'transport'],
    ['{"model":null}', 'model.id'],
    ['{"model":{}}', 'model.id'],
    ['{"model":{"id":" "}}', 'model.id'],
  ] as const) {
    const create = () => createAgent({ ...complete, ...JSON.parse(options) })
    expect(create, options).toThrow(expect.objectContaining({ code: 'config/invalid', path }))
  }
})

describe('a turn', () => {
  test('runs tools until the model answers, and emits the events in order', async () => {
    const { agent, store } = setUp([
      call('read_file', { path: 'a' }, { pace: { pieceSize: 99 } }),
      text('done', { pace: { pieceSize: 4 } }),
    ])
    const run = agent.run('read a')
    const events = await eventsOf(run)
    expect(withoutRepeats(events.map((event) => event.type))).toEqual([
      'turn-start',
      'message-end',
      'iteration-start',
      'tool-call-delta',
      'iteration-end',
      'message-end',
      'tool-start',
      'tool-end',
      'message-end',
      'iteration-start',
      'text-delta',
      'iteration-end',
      'message-end',
      'turn-end',
    ])
    const result = await run.result
    expect(result).toMatchObject({ finalResponse: 'done', iterations: 2, outcome: { status: 'completed' } })
    expect(result.usage).toMatchObject({ inputTokens: 40, outputTokens: 20 })
    expect(await rolesIn(store, run.sessionId)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  })

  test('stores which results are those of failed calls', async () => {
    const look = ({ path }: { path?: unknown }) => {
      if (path !== 'here') throw new TypeError('There is no such file.')
      return 'a note'
    }
    const script = [calls([call('look', { path: 'here' }), call('look', { path: 'gone' })]), text('done')]
    const { agent, store } = setUp(script, { tools: fakeTools({ look }) })
    const { sessionId } = await agent.run('go').result
    const results = (await store.messages.load(sessionId)).filter(({ message }) => message.role === 'tool')
    expect(results.map(({ finishReason }) => finishReason)).toEqual([undefined, 'failed'])
  })

  test('stores the usage and the provider of each model call', async () => {
    const spare = { provider: 'other', model: 'spare' }
    const script = scripted([call('read_file', { path: 'a' }), text('done')])
    const transport: Transport = {
      ...script,
      async *stream(request, options) {
        for await (const event of script.stream(request, options)) {
          yield event.type === 'finish' && event.reason === 'stop' ? { ...event, servedBy: spare } : event
        }
      },
    }
    const { agent, store } = setUp([], { transport })
    const { sessionId } = await agent.run('read a', { sessionId: 's' }).result
    expect(await store.usage?.accounts({ sessionId })).toMatchObject([
      { task: 'turn', ...spare, apiCallCount: 1, usage: { inputTokens: 20 } },
      { task: 'turn', provider: 'scripted', model: 'm', apiCallCount: 1, usage: { inputTokens: 20 } },
    ])
  })

  test('stores the usage of its calls when it fails', async () => {
    const { agent, store } = setUp([text('How to make a', { reason: 'content-filter' })])
    const { outcome } = await agent.run('go', { sessionId: 's' }).result
    expect(outcome).toMatchObject({ status: 'failed' })
    expect(await store.sessions.get('s')).toMatchObject({
      apiCallCount: 1,
      messageCount: 1,
      usage: { inputTokens: 20 },
    })
  })

  test('ends when its events are not read', async () => {
    const { agent } = setUp([text('hello')])
    expect(await agent.chat('hi')).toBe('hello')
  })

  test('stores each message before it emits the event', async () => {
    const { agent, store } = setUp([calls([call('read_file'), call('read_file')]), text('done')])
    const run = agent.run('go')
    let seen = 0
    for await (const event of run) {
      if (event.type !== 'message-end') continue
      seen += 1
      expect((await store.messages.load(run.sessionId)).length).toBeGreaterThanOrEqual(seen)
    }
    expect(seen).toBe(5)
  })

  test('continues a session with the same prompt, tools and history', async () => {
    let day = 1
    const { agent, transport } = setUp([text('one'), text('two')], {
      prompt: [{ id: 'day', content: () => `Day ${day++}` }],
    })
    const { sessionId } = await agent.run('first').result
    await agent.run('second', { sessionId }).result
    const [first, second] = transport.requests
    expect(second?.system).toBe('Day 1')
    expect(second?.tools).toEqual(first?.tools)
    expect(second?.messages.slice(0, 1)).toEqual(first?.messages)
    expect(second?.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user'])
  })

  test('runs the turns of one session one after another', async () => {
    const { agent, store } = setUp([text('one'), text('two')])
    const first = agent.run('first', { sessionId: 's' })
    const second = agent.run('second', { sessionId: 's' })
    await Promise.all([first.result, second.result])
    const said = (await store.messages.load('s')).map(({ message }) => message.content)
    expect(said).toEqual(['first', 'one', 'second', 'two'])
  })

  test('starts a session from an earlier conversation and instructions', async () => {
    const { agent, transport } = setUp([text('ok')], { prompt: [{ id: 'a', content: 'A' }] })
    const history = [
      { role: 'system', content: 'C' },
      { role: 'user', content: 'x' },
      { role: 'assistant', content: 'y' },
    ] as const
    await agent.run('z', { session: { instructions: 'B', history } }).result
    expect(transport.requests[0]).toMatchObject({ system: 'A\n\nB\n\nC' })
    expect(transport.requests[0]?.messages.map((message) => message.content)).toEqual(['x', 'y', 'z'])
  })
})

describe('budget', () => {
  const endless = function* () {
    for (let page = 1; ; page++) yield call('read_file', { path: `page ${page}` })
  }

  test('ends the turn with a summary, from a last call without tools', async () => {
    const script = [call('read_file'), call('read_file'), call('read_file'), text('That is all I did.')]
    const { agent, transport, store } = setUp(script, { budget: { maxIterations: 2 } })
    const { outcome, sessionId } = await agent.run('go').result
    expect(outcome).toEqual({ status: 'exhausted', text: 'That is all I did.', limit: 'iterations' })
    expect(transport.requests.map((request) => request.tools.length)).toEqual([1, 1, 1, 0])
    expect(await rolesIn(store, sessionId)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool', 'assistant'])
  })

  test('warns the model at 70 and 90 percent, in the request only, and keeps the request prefix stable', async () => {
    const { agent, transport, store } = setUp(endless(), { budget: { maxIterations: 10 } })
    const { sessionId } = await agent.run('go').result
    const shown = transport.requests.map((request) => String(request.messages.at(-1)?.content))
    expect(shown[5]).not.toContain('[BUDGET')
    expect(shown[6]).toContain('[BUDGET: Iteration 7/10. 3 iterations left. Start consolidating your work.]')
    expect(shown[8]).toContain(
      '[BUDGET WARNING: Iteration 9/10. Only 1 iteration(s) left. Provide your final response NOW.]',
    )
    for (const [index, request] of transport.requests.entries()) {
      const next = transport.requests[index + 1]
      if (next) expect(next.messages.slice(0, request.messages.length - 1)).toEqual(request.messages.slice(0, -1))
    }
    expect(JSON.stringify(await store.messages.load(sessionId))).not.toContain('[BUDGET')
  })

  test('treats 0 as no limit', async () => {
    const script = [
      ...Array.from({ length: 120 }, (_, page) => call('read_file', { path: `page ${page}` })),
      text('done'),
    ]
    const { agent } = setUp(script, { budget: { maxIterations: 0 } })
    expect(await agent.run('go').result).toMatchObject({ iterations: 121, finalResponse: 'done' })
  })

  test('rejects an invalid limit', () => {
    expect(() => setUp([], { budget: { maxIterations: -1 } })).toThrow(ConfigError)
  })
})

describe('interrupt', () => {
  test('discards the partial answer during a model call', async () => {
    const { agent, store } = setUp([hang(text('half an ans'))])
    const run = agent.run('go')
    for await (const event of run) if (event.type === 'text-delta') run.interrupt('enough')
    expect((await run.result).outcome).toEqual({ status: 'interrupted', reason: 'enough' })
    expect(await rolesIn(store, run.sessionId)).toEqual(['user'])
  })

  test('gives every call a result during a tool call', async () => {
    const stop = new AbortController()
    const wait = (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<string>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        stop.abort(new Error('stop'))
      })
    const { agent, store } = setUp([calls([call('wait'), call('wait')])], { tools: fakeTools({ wait }) })
    const { outcome, sessionId } = await agent.run('go', { signal: stop.signal }).result
    expect(outcome).toEqual({ status: 'interrupted', reason: 'stop' })
    const history = (await store.messages.load(sessionId)).map(({ message }) => message)
    expect(history.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'tool'])
    expect(sanitizeTranscript(history)).toBe(history)
  })

  test('ends the turn when the reader leaves the event loop', async () => {
    const { agent } = setUp([hang()])
    const run = agent.run('go')
    for await (const event of run) if (event.type === 'iteration-start') break
    expect((await run.result).outcome.status).toBe('interrupted')
  })

  test('makes chat() throw', async () => {
    const { agent } = setUp([])
    await expect(agent.chat('go', { signal: AbortSignal.abort() })).rejects.toThrow(InterruptError)
  })

  test('makes chat() throw with the reason of the signal as the cause', async () => {
    const tooLate = setUp([hang()]).agent.chat('go', { signal: AbortSignal.timeout(1) })
    await expect(tooLate).rejects.toMatchObject({ code: 'run/interrupted', cause: { name: 'TimeoutError' } })
    const reason = new RangeError('The window was closed.')
    const closed = setUp([]).agent.chat('go', { signal: AbortSignal.abort(reason) })
    await expect(closed).rejects.toMatchObject({ message: 'The window was closed.', cause: reason })
  })

  test('leaves a session that can be continued, with both user messages', async () => {
    const interrupted = () => {
      run.interrupt()
      return hang()
    }
    const { agent, transport } = setUp([interrupted, text('fine')])
    const run = agent.run('first', { sessionId: 's' })
    expect((await run.result).outcome.status).toBe('interrupted')
    expect(await agent.chat('second', { sessionId: 's' })).toBe('fine')
    expect(transport.requests[1]?.messages).toEqual([{ role: 'user', content: 'first\n\nsecond' }])
  })
})

describe('failures', () => {
  test('of the provider become the outcome, and the session can be continued', async () => {
    const error = new TransportError('auth', 'The key was refused.')
    const { agent, store } = setUp([fail(error), text('now it works')])
    const { outcome } = await agent.run('go', { sessionId: 's' }).result
    expect(outcome).toEqual({ status: 'failed', error })
    expect(await agent.chat('again', { sessionId: 's' })).toBe('now it works')
    expect(await rolesIn(store, 's')).toEqual(['user', 'user', 'assistant'])
  })

  test('of a truncated stream run no tool', async () => {
    const ran: string[] = []
    const tools = fakeTools({ read_file: () => String(ran.push('read_file')) })
    const { agent } = setUp([cut(call('read_file'))], { tools })
    expect((await agent.run('go').result).outcome.status).toBe('failed')
    expect(ran).toEqual([])
  })

  test('of the store end the turn before the model is called', async () => {
    const store = createMemoryStore()
    const full = { ...store, messages: { ...store.messages, append: () => Promise.reject(new Error('disk full')) } }
    const { agent, transport } = setUp([text('never')], { store: full })
    const { outcome } = await agent.run('go').result
    expect(outcome).toMatchObject({ status: 'failed', error: { message: 'disk full' } })
    expect(transport.requests).toEqual([])
  })

  test('an empty answer is requested again, and reported if it stays empty', async () => {
    const { agent } = setUp([text(''), text('here I am')])
    const run = agent.run('go')
    const notices = (await eventsOf(run)).filter((event) => event.type === 'notice')
    expect((await run.result).finalResponse).toBe('here I am')
    expect(notices).toHaveLength(1)
    const silent = setUp([text(''), text(''), text('')])
    await expect(silent.agent.chat('go')).rejects.toThrow(/returned an empty answer/)
  })

  test('a blank input is rejected', async () => {
    const { agent } = setUp([])
    await expect(agent.chat('  ')).rejects.toThrow(/nothing to answer/)
  })

  test('a missing input is rejected, and never answered with the previous answer', async () => {
    const { agent, transport } = setUp([text('12 euros')])
    await agent.chat('What is my balance?', { sessionId: 's' })
    const missing: string = JSON.parse('[null]')[1]
    for (const run of [agent.run(missing, { sessionId: 's' }), agent.session('s').queue(missing), agent.run(missing)]) {
      const { outcome, finalResponse } = await run.result
      expect(outcome).toMatchObject({ status: 'failed', error: { code: 'run/empty-input' } })
      expect(finalResponse).toBe('')
    }
    expect(transport.requests).toHaveLength(1)
  })

  test.each(['5', '{}', 'null', '[null]', '["text"]', '[{"text":"no type"}]'])(
    'an input that is neither a string nor parts is rejected: %s',
    async (json) => {
      const { agent } = setUp([])
      const { outcome } = await agent.run(JSON.parse(json)).result
      expect(outcome).toMatchObject({
        status: 'failed',
        error: { code: 'run/empty-input', message: expect.stringContaining('not a string or a list of parts') },
      })
    },
  )

  test('calls left open by a crash get a result when the session is reopened', async () => {
    const { agent, store, transport } = setUp([text('I see.')])
    await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 0 })
    const open = { role: 'assistant', content: null, tool_calls: [toolCall('a'), toolCall('b')] } as const
    await store.messages.append('s', [
      { message: { role: 'user', content: 'go' }, timestampMs: 0 },
      { message: open, timestampMs: 0 },
      { message: { role: 'tool', tool_call_id: 'a', content: 'ok' }, timestampMs: 0 },
    ])
    await agent.chat('and now?', { sessionId: 's' })
    const stored = await store.messages.load('s')
    const history = stored.map(({ message }) => message)
    expect(history.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'tool', 'user', 'assistant'])
    expect(stored[3]).toMatchObject({ finishReason: 'failed' })
    expect(history[3]).toMatchObject({ tool_call_id: 'b', content: expect.stringContaining('not known') })
    expect(transport.requests[0]?.messages).toEqual(history.slice(0, 5))
  })
})

describe('options from programs without types', () => {
  const model = (more: object) => ({ model: { id: 'm', ...more } })

  test.each([
    ['a list of tools', { tools: [] }, /needs a tool executor as `tools`.*createToolExecutor/],
    [
      'a window below 0',
      model({ contextWindow: -1 }),
      /model\.contextWindow must be a number of tokens above 0, not -1/,
    ],
    ['a window in words', model({ contextWindow: '128k' }), /contextWindow must be .*not 128k/],
    ['no room for answers', model({ maxOutputTokens: 0 }), /maxOutputTokens must be/],
  ])('%s is rejected with what to pass instead', (_, options, message) => {
    const create = () => Reflect.apply(createAgent, undefined, [{ transport: scripted([]), ...model({}), ...options }])
    expect(create).toThrow(ConfigError)
    expect(create).toThrow(message)
  })
})

describe('plugins', () => {
  test("a hook's context reaches the model for the whole turn and is never stored", async () => {
    const { agent, store, transport } = setUp([call('read_file'), text('done')], {
      plugins: [{ name: 'memory', hooks: { pre_llm_call: () => 'The user likes tea.' } }],
    })
    const { sessionId } = await agent.run('hi').result
    for (const request of transport.requests) expect(request.messages[0]?.content).toBe('hi\n\nThe user likes tea.')
    expect(JSON.stringify(await store.messages.load(sessionId))).not.toContain('tea')
  })

  test("adds the plugins' sections to the prompt", async () => {
    const { agent, transport } = setUp([text('ok')], {
      prompt: [{ id: 'a', content: 'A' }],
      plugins: [{ name: 'p', promptSections: [{ id: 'b', content: ({ tools }) => `Tools: ${tools.join()}` }] }],
    })
    await agent.chat('hi')
    expect(transport.requests[0]?.system).toBe('A\n\nTools: read_file')
  })
})

const toolCall = (id: string) => ({ id, type: 'function', function: { name: 'read_file', arguments: '{}' } }) as const
