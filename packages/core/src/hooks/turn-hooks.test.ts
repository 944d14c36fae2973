import { call, fakeTools, scripted, text } from '@hermes/testkit'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAgent } from '../agent/create-agent.js'
import type { ToolCallEvent } from '../contracts/calls/tool-hooks.js'
import { TransportError } from '../contracts/errors/errors.js'
import type { SessionEvent, SessionOrigin } from '../contracts/sessions/session-event.js'
import type { Hooks } from '../contracts/turn/hooks.js'
import type { RunContext } from '../contracts/turn/run-context.js'
import type { LogLevel } from '../contracts/values/logger.js'
import { pluginHooks } from './plugin-hooks.js'
import { createTurnHooks } from './turn-hooks.js'

const signal = new AbortController().signal
const event = (args = {}): ToolCallEvent => ({
  sessionId: 's',
  call: { id: '1', type: 'function', function: { name: 'act', arguments: '{}' } },
  args,
})

function hooksOf(...all: readonly Hooks[]) {
  const problems: string[] = []
  const plugins = all.map((hooks, index) => ({ name: `p${index + 1}`, hooks }))
  const report = (problem: Error) => problems.push(problem.message)
  return { hooks: createTurnHooks(pluginHooks(plugins), { limitMs: 30_000, signal, report }), problems }
}

describe('pre_tool_call', () => {
  test('lets a block win over earlier results, and skips the remaining hooks', async () => {
    const last = vi.fn()
    const { hooks } = hooksOf(
      { pre_tool_call: () => ({ action: 'approve' }) },
      { pre_tool_call: () => ({ action: 'block', reason: 'no' }) },
      { pre_tool_call: last },
    )
    expect(await hooks.tools.pre_tool_call?.(event())).toEqual({ action: 'block', reason: 'no' })
    expect(last).not.toHaveBeenCalled()
  })

  test('passes changed arguments to the next hook', async () => {
    const { hooks } = hooksOf(
      { pre_tool_call: () => ({ action: 'change', args: { n: 1 } }) },
      { pre_tool_call: ({ args }) => ({ action: 'change', args: { ...args, m: 2 } }) },
    )
    expect(await hooks.tools.pre_tool_call?.(event())).toEqual({ action: 'change', args: { n: 1, m: 2 } })
  })

  test('blocks the call when a hook throws', async () => {
    const { hooks, problems } = hooksOf({ pre_tool_call: () => Promise.reject(new Error('broken')) })
    expect(await hooks.tools.pre_tool_call?.(event())).toMatchObject({
      action: 'block',
      reason: expect.stringContaining('broken'),
    })
    expect(problems).toEqual([expect.stringContaining('"p1"')])
  })
})

/** Creates a hook as programs without types write it. */
function untyped(name: keyof Hooks, value: unknown): Hooks {
  return JSON.parse(JSON.stringify({ [name]: null }), (key, old) => (key === name ? () => value : old))
}

describe('what a hook returns', () => {
  test.each<[unknown]>([
    [{ block: 'no' }],
    [{ block: true }],
    [{ action: 'deny', reason: 'no' }],
    [{ action: 'block' }],
    [{ action: 'change', args: 'x' }],
    [{ action: 'change' }],
    ['block'],
    [false],
    [[]],
  ])('blocks the call for %j, which is not a verdict, and reports it once', async (value) => {
    const { hooks, problems } = hooksOf(untyped('pre_tool_call', value))
    const expected = { action: 'block', reason: expect.stringContaining('{ action: "block", reason: "..." }') }
    expect(await hooks.tools.pre_tool_call?.(event())).toEqual(expected)
    expect(await hooks.tools.pre_tool_call?.(event())).toEqual(expected)
    expect(problems).toEqual([expect.stringContaining('The hook pre_tool_call of "p1" returned')])
  })

  test('lets the call run for null, which stands for nothing from another process', async () => {
    const { hooks, problems } = hooksOf(untyped('pre_tool_call', null))
    expect(await hooks.tools.pre_tool_call?.(event())).toBeUndefined()
    expect(problems).toEqual([])
  })

  const outcome = { status: 'completed', text: 'said' } as const
  const answered = { sessionId: 's', messages: [], outcome }
  const ended = {
    ...event(),
    result: { role: 'tool', tool_call_id: '1', content: 'one' },
    isError: false,
  } as const
  const changing: readonly [keyof Hooks, unknown, (hooks: ReturnType<typeof createTurnHooks>) => unknown][] = [
    ['pre_llm_call', { context: 'x' }, (hooks) => hooks.pre_llm_call({ sessionId: 's', messages: [] })],
    ['pre_verify', { again: true }, (hooks) => hooks.pre_verify(answered)],
    ['transform_llm_output', { text: 'a' }, (hooks) => hooks.transform_llm_output(answered)],
    ['transform_tool_result', { content: 'x' }, (hooks) => hooks.tools.transform_tool_result?.(ended)],
    ['transform_tool_result', [{ type: 'text' }], (hooks) => hooks.tools.transform_tool_result?.(ended)],
  ]
  test.each(changing)('%s changes nothing with null, nor with %j, which is reported once', async (name, value, run) => {
    const nothing = hooksOf(untyped(name, null))
    expect(await run(nothing.hooks)).toBeUndefined()
    expect(nothing.problems).toEqual([])
    const wrong = hooksOf(untyped(name, value))
    expect(await run(wrong.hooks)).toBeUndefined()
    expect(await run(wrong.hooks)).toBeUndefined()
    expect(wrong.problems).toEqual([
      expect.stringMatching(new RegExp(`^The hook ${name} of "p1" returned .* must return a text`)),
    ])
  })
})

describe('time', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('abandons a hung hook after 30 seconds: the call is blocked, everything else continues', async () => {
    const never = () => new Promise<undefined>(() => undefined)
    const { hooks, problems } = hooksOf(
      { pre_tool_call: never, pre_llm_call: never },
      { pre_llm_call: () => 'context' },
    )
    const verdict = hooks.tools.pre_tool_call?.(event())
    const context = hooks.pre_llm_call({ sessionId: 's', messages: [] })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await verdict).toMatchObject({ action: 'block' })
    expect(await context).toBe('context')
    expect(problems).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('does not call a hook that hung for a minute: a verdict is a block at once, everything else continues', async () => {
    const never = vi.fn(() => new Promise<undefined>(() => undefined))
    const { hooks, problems } = hooksOf({ pre_tool_call: never, pre_llm_call: never })
    const ask = () =>
      Promise.all([hooks.tools.pre_tool_call?.(event()), hooks.pre_llm_call({ sessionId: 's', messages: [] })])
    const first = ask()
    await vi.advanceTimersByTimeAsync(30_000)
    await first
    const reason = expect.stringContaining('it is not called for 60 s')
    expect(await ask()).toEqual([{ action: 'block', reason }, undefined])
    expect(never).toHaveBeenCalledTimes(2)
    expect(problems).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(60_000)
    void ask()
    expect(never).toHaveBeenCalledTimes(4)
  })
})

test('does not wait for a hook on an interrupt', async () => {
  const stop = new AbortController()
  const plugins = [{ name: 'slow', hooks: { post_llm_call: () => new Promise<void>(() => undefined) } }]
  const report = vi.fn()
  const hooks = createTurnHooks(pluginHooks(plugins), { limitMs: 30_000, signal: stop.signal, report })
  const told = hooks.post_llm_call({ sessionId: 's', messages: [], outcome: { status: 'completed', text: '' } })
  stop.abort()
  await told
  expect(report).not.toHaveBeenCalled()
})

test('calls the end hooks even after an interrupt', async () => {
  const stopped = vi.fn()
  const plugins = [{ name: 'p', hooks: { subagent_stop: stopped } }]
  const hooks = createTurnHooks(pluginHooks(plugins), { limitMs: 30_000, signal: AbortSignal.abort(), report: vi.fn() })
  const outcome = { status: 'interrupted', reason: 'enough' } as const
  await hooks.subagent_stop({ sessionId: 's', childSessionId: 'c', goal: 'help', outcome })
  expect(stopped).toHaveBeenCalledOnce()
})

test('uses the first replacement of a text', async () => {
  const third = vi.fn()
  const { hooks } = hooksOf(
    { transform_llm_output: () => undefined },
    { transform_llm_output: () => 'replaced' },
    { transform_llm_output: third },
  )
  const outcome = { status: 'completed', text: 'said' } as const
  expect(await hooks.transform_llm_output({ sessionId: 's', messages: [], outcome })).toBe('replaced')
  expect(third).not.toHaveBeenCalled()
})

test('applies the replacements of a result one after another', async () => {
  const { hooks } = hooksOf(
    { transform_tool_result: ({ result }) => `${String(result.content)} two` },
    { transform_tool_result: () => undefined },
    { transform_tool_result: ({ result }) => `${String(result.content)} three` },
  )
  const call = { id: 'c', type: 'function', function: { name: 'act', arguments: '{}' } } as const
  const result = { role: 'tool', tool_call_id: 'c', content: 'one' } as const
  const event = { sessionId: 's', call, args: {}, result, isError: false }
  expect(await hooks.tools.transform_tool_result?.(event)).toBe('one two three')
})

describe('in a turn', () => {
  test('calls each hook at its point in the turn, in order', async () => {
    const heard: string[] = []
    const note = (name: string) => () => void heard.push(name)
    const hooks: Hooks = {
      on_session_start: note('on_session_start'),
      pre_llm_call: () => {
        heard.push('pre_llm_call')
        return undefined
      },
      pre_api_request: ({ iteration }) => void heard.push(`pre_api_request ${iteration}`),
      post_api_request: ({ iteration, usage }) =>
        void heard.push(`post_api_request ${iteration} ${usage.outputTokens}`),
      post_llm_call: note('post_llm_call'),
      transform_llm_output: () => 'Shouted: DONE',
      on_session_end: ({ reason }) => void heard.push(`on_session_end ${reason}`),
    }
    const transport = scripted([call('act'), text('done')])
    const tools = fakeTools({ act: () => 'ok' })
    const agent = createAgent({ transport, model: { id: 'm' }, tools, plugins: [{ name: 'p', hooks }] })
    const session = agent.session()
    const { finalResponse, messages } = await session.run('go').result
    await session.end('new_session')
    expect(finalResponse).toBe('Shouted: DONE')
    expect(messages.at(-1)?.content).toBe('done')
    expect(heard).toEqual([
      'on_session_start',
      'pre_llm_call',
      'pre_api_request 1',
      'post_api_request 1 10',
      'pre_api_request 2',
      'post_api_request 2 10',
      'post_llm_call',
      'on_session_end new_session',
    ])
  })

  test('collects the hooks of the plugins once for all turns of an agent', async () => {
    let reads = 0
    const hook = vi.fn()
    const plugin = {
      name: 'p',
      get hooks() {
        reads += 1
        return { post_llm_call: hook }
      },
    }
    const transport = scripted([text('one'), text('two')])
    const agent = createAgent({ transport, model: { id: 'm' }, plugins: [plugin] })
    const found = reads
    for (const input of ['a', 'b']) await agent.run(input, { sessionId: 's' }).result
    expect(hook).toHaveBeenCalledTimes(2)
    expect(reads).toBe(found)
  })

  test('includes the surface and the person in every event, including those of a child', async () => {
    const heard: unknown[] = []
    const note = ({ sessionId, source, userId }: SessionEvent) => void heard.push([sessionId, source, userId])
    const hooks: Hooks = {
      on_session_start: note,
      pre_llm_call: (event) => {
        note(event)
        return undefined
      },
      post_api_request: note,
      post_llm_call: note,
      on_session_end: note,
    }
    const runs: RunContext[] = []
    const tools = fakeTools({
      act: (_, { run }) => {
        if (run) runs.push(run)
        return 'ok'
      },
    })
    const transport = scripted([call('act'), text('done'), text('child'), text('welcome')])
    const agent = createAgent({ transport, model: { id: 'm' }, tools, plugins: [{ name: 'p', hooks }] })
    await agent.run('go', { sessionId: 's', session: { source: 'telegram', userId: 'ada' } }).result
    await agent.session('s').end('new_session')
    expect(heard).toHaveLength(6)
    for (const each of heard.splice(0)) expect(each).toEqual(['s', 'telegram', 'ada'])
    const [parent] = runs
    expect(parent).toMatchObject({ source: 'telegram', userId: 'ada' })
    await agent.run('go', { sessionId: 'c', session: { source: 'delegate' }, ...(parent && { parent }) }).result
    for (const each of heard.splice(0)) expect(each).toEqual(['c', 'delegate', 'ada'])
    await agent.run('me too', { sessionId: 's', userId: 'grace' }).result
    for (const each of heard) expect(each).toEqual(['s', 'telegram', 'grace'])
    expect(heard.length).toBeGreaterThan(0)
  })

  test('includes them in the events of tool and approval hooks', async () => {
    const heard: unknown[] = []
    const note = ({ source, userId }: SessionOrigin) => void heard.push([source, userId])
    const hooks: Hooks = {
      pre_tool_call: (event) => {
        note(event)
        return undefined
      },
      post_tool_call: note,
      pre_approval_request: note,
      post_approval_response: note,
    }
    const origin = { source: 'cli', userId: 'ada' }
    const { tools } = createTurnHooks(pluginHooks([{ name: 'p', hooks }]), {
      limitMs: 30_000,
      signal,
      origin,
      report: vi.fn(),
    })
    const result = { role: 'tool', tool_call_id: '1', name: 'act', content: '' } as const
    const request = { sessionId: 's', tool: 'act', args: {}, subject: '', reasons: [] }
    await tools.pre_tool_call?.(event())
    await tools.post_tool_call?.({ ...event(), result, isError: false })
    await tools.pre_approval_request?.(request)
    await tools.post_approval_response?.({ request, answer: { decision: 'deny' } })
    expect(heard).toEqual(Array(4).fill(['cli', 'ada']))
  })

  test('reports a failing provider, and logs a failing hook without ending the turn', async () => {
    const errors: string[] = []
    const logged: string[] = []
    const hooks: Hooks = {
      pre_llm_call: () => {
        throw new Error('out of order')
      },
      api_request_error: ({ error }) => void errors.push(error.code),
    }
    const fails = { kind: 'failure', error: new TransportError('auth', 'No key.') } as const
    const log = (_: LogLevel, message: string) => void logged.push(message)
    const agent = createAgent({
      transport: scripted([fails]),
      model: { id: 'm' },
      plugins: [{ name: 'p', hooks }],
      services: { logger: { log } },
    })
    const run = agent.run('go')
    const notices = []
    for await (const event of run) if (event.type === 'notice') notices.push(event.code)
    expect((await run.result).outcome).toMatchObject({ status: 'failed', error: { code: 'transport/auth' } })
    expect(errors).toEqual(['transport/auth'])
    expect(notices).toEqual(['hook-failed'])
    expect(logged).toEqual([expect.stringContaining('out of order')])
  })
})

test.each<[string, unknown, string]>([
  ['pre_tool', () => undefined, 'a hook "pre_tool", which does not exist: the hooks are pre_tool_call,'],
  ['pre_llm_call', 'x', 'a hook "pre_llm_call", which is no function'],
])('rejects the hook %s of a plugin, and names it', (name, value, sentence) => {
  const hooks: Hooks = JSON.parse(`{"${name}":0}`, (key, old) => (key === name ? value : old))
  const create = () => createAgent({ transport: scripted([]), model: { id: 'm' }, plugins: [{ name: 'p', hooks }] })
  expect(create).toThrow(`The plugin "p" has ${sentence}`)
})
