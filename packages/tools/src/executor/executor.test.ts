import { setTimeout as delay } from 'node:timers/promises'
import {
  defineTool,
  type ExecuteContext,
  InterruptError,
  type JsonObject,
  type Tool,
  type ToolCall,
  type ToolEvent,
} from '@hermes/core'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createToolRegistry } from '../registry/registry.js'
import { createToolExecutor, type ToolExecutorOptions } from './executor.js'

type ToolEnd = Extract<ToolEvent, { type: 'tool-end' }>

const echo = defineTool({
  name: 'echo',
  description: 'Returns its text.',
  toolset: 'test',
  parameters: z.object({ text: z.string(), times: z.int().default(1) }),
  effect: 'read',
  concurrency: 'safe',
  run: async ({ text, times }) => text.repeat(times),
})

/** Returns an invalid value from the hook, as an untyped program may. */
const unverdict = (key: string, value: unknown) => (key === 'pre_tool_call' ? () => ({ block: true }) : value)

function toolThat(run: Tool['run'], more: Partial<Tool> = {}): Tool {
  return {
    name: 'act',
    description: '',
    toolset: 'test',
    parameters: { type: 'object' },
    effect: 'once',
    concurrency: 'never',
    run,
    ...more,
  }
}

function call(name: string, args: unknown, id = `call_${name}`): ToolCall {
  return { id, type: 'function', function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) } }
}

function execute(
  calls: readonly ToolCall[],
  tools: readonly Tool[],
  options: Partial<ToolExecutorOptions & ExecuteContext> = {},
) {
  const executor = createToolExecutor({ registry: createToolRegistry(tools), ...options })
  const { signal = new AbortController().signal, hooks } = options
  return executor.execute(calls, { sessionId: 's', taskId: 't', signal, ...(hooks && { hooks }) })
}

async function collect(...given: Parameters<typeof execute>): Promise<readonly ToolEvent[]> {
  const events: ToolEvent[] = []
  for await (const event of execute(...given)) events.push(event)
  return events
}

async function ends(...given: Parameters<typeof execute>): Promise<readonly ToolEnd[]> {
  const events = await collect(...given)
  return events.filter((event) => event.type === 'tool-end')
}

function textsOf(found: readonly ToolEnd[]) {
  return found.map(({ message }) => message.content)
}

describe('a call', () => {
  test('runs with repaired, coerced and completed arguments', async () => {
    const events = await collect([call('echo', "{'text': 'ab', 'times': '2',}")], [echo])
    expect(events).toMatchObject([
      { type: 'tool-start', args: { text: 'ab', times: 2 } },
      {
        type: 'tool-end',
        isError: false,
        message: { role: 'tool', tool_call_id: 'call_echo', name: 'echo', content: 'abab' },
      },
    ])
    expect(textsOf(await ends([call('echo', { text: 'x' })], [echo]))).toEqual(['x'])
  })

  test('for an unknown tool names the nearest one and all others', async () => {
    const [end] = await ends([call('ecko', {})], [echo, toolThat(async () => '')])
    expect(end).toMatchObject({ isError: true })
    expect(end?.message.content).toMatch(/no tool "ecko".*Did you mean "echo"\?.*echo, act/)
  })

  test('with invalid arguments reports which ones', async () => {
    const [end] = await ends([call('echo', { times: 'many' })], [echo])
    expect(end?.isError).toBe(true)
    expect(end?.message.content).toMatch(/text: .*times: /)
  })

  test('that was truncated is not run', async () => {
    let ran = false
    const tool = toolThat(async () => {
      ran = true
      return ''
    })
    const [end] = await ends([call('act', '{"content": "half a fi')], [tool])
    expect(end?.message.content).toMatch(/cut off/)
    expect(ran).toBe(false)
  })

  test('whose tool throws synchronously, rejects or returns nothing becomes an error result', async () => {
    const tools = [
      toolThat(() => Promise.reject(new Error('The tape is full.')), { name: 'later' }),
      toolThat(
        () => {
          throw new TypeError('No tape.')
        },
        { name: 'now' },
      ),
      // @ts-expect-error: plain JavaScript may return nothing.
      toolThat(async () => undefined, { name: 'nothing' }),
    ]
    const found = await ends(
      ['later', 'now', 'nothing'].map((name) => call(name, {})),
      tools,
    )
    expect(found.map(({ isError }) => isError)).toEqual([true, true, true])
    expect(textsOf(found)).toEqual([
      '"later" failed: The tape is full.',
      '"now" failed: No tape.',
      '"nothing" ended without a result.',
    ])
  })

  test('reports progress until it has ended', async () => {
    let report: (text: string) => void = () => undefined
    const tool = toolThat(async (_, context) => {
      report = context.report
      report('half')
      return 'done'
    })
    const events = await collect([call('act', {}), call('act', {}, 'second')], [tool])
    report('too late')
    expect(events.map(({ type }) => type)).toEqual([
      'tool-start',
      'tool-progress',
      'tool-end',
      'tool-start',
      'tool-progress',
      'tool-end',
    ])
  })
})

describe('hooks and gate', () => {
  test('run in order, before the tool', async () => {
    const order: string[] = []
    const tool = toolThat(async () => {
      order.push('tool')
      return ''
    })
    await ends([call('act', {})], [tool], {
      gate: {
        review: async () => {
          order.push('gate')
          return { allowed: true }
        },
      },
      hooks: { pre_tool_call: () => void order.push('pre'), post_tool_call: () => void order.push('post') },
    })
    expect(order).toEqual(['pre', 'gate', 'tool', 'post'])
  })

  test.each([
    ['a hook blocks', { hooks: { pre_tool_call: () => ({ action: 'block', reason: 'Not today.' }) } }, /Not today/],
    ['a hook throws', { hooks: { pre_tool_call: () => Promise.reject(new Error('Broken hook.')) } }, /Broken hook/],
    [
      'a hook returns no verdict',
      { hooks: JSON.parse('{"pre_tool_call":0}', unverdict) },
      /must return \{ action: "block"/,
    ],
    [
      'a hook hangs',
      { limits: { hookTimeoutMs: 20 }, hooks: { pre_tool_call: () => new Promise<undefined>(() => undefined) } },
      /took longer/,
    ],
    ['the gate refuses', { gate: { review: async () => ({ allowed: false, reason: 'Refused.' }) } }, /Refused/],
    ['the gate throws', { gate: { review: () => Promise.reject(new Error('Broken gate.')) } }, /Broken gate/],
  ] satisfies [string, Partial<ToolExecutorOptions & ExecuteContext>, RegExp][])(
    'nothing runs when %s',
    async (_, options, text) => {
      let ran = false
      const tool = toolThat(async () => {
        ran = true
        return ''
      })
      const [end] = await ends([call('act', {})], [tool], options)
      expect(ran).toBe(false)
      expect(end?.isError).toBe(true)
      expect(end?.message.content).toMatch(text)
    },
  )

  test('the message of a refusal for people is redacted and not part of the result', async () => {
    const told = 'not allowed: the key is sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789'
    const gate = { review: async () => ({ allowed: false as const, reason: 'Refused.', told }) }
    const [end] = await ends([call('echo', { text: 'a' })], [echo], { gate })
    expect(end?.message.content).toBe('Refused.')
    expect(end?.refusal).toMatch(/^not allowed: the key is /)
    expect(end?.refusal).not.toContain('abcdefghijklmnop')
  })

  test('a hook can change the arguments, which are validated again', async () => {
    const changeTo = (args: JsonObject) => ({ hooks: { pre_tool_call: () => ({ action: 'change' as const, args }) } })
    expect(textsOf(await ends([call('echo', { text: 'a' })], [echo], changeTo({ text: 'b' })))).toEqual(['b'])
    expect((await ends([call('echo', { text: 'a' })], [echo], changeTo({ text: 1 })))[0]?.isError).toBe(true)
  })

  test('the gate sees the arguments that the tool gets', async () => {
    const seen: unknown[] = []
    const review = async (request: object) => {
      seen.push(request)
      return { allowed: true } as const
    }
    await ends([call('echo', { text: 'a' })], [echo], {
      gate: { review },
      hooks: { pre_tool_call: () => ({ action: 'change', args: { text: 'b' } }) },
    })
    expect(seen).toMatchObject([{ tool: { name: 'echo' }, args: { text: 'b' }, sessionId: 's', callId: 'call_echo' }])
  })

  test('a hook that returns an invalid result has no effect', async () => {
    const returns = (value: unknown) => ({
      hooks: JSON.parse('{"transform_tool_result":0}', (key, old) => (key ? () => value : old)),
    })
    for (const value of [null, 7, { content: 'x' }]) {
      expect(textsOf(await ends([call('echo', { text: 'a' })], [echo], returns(value)))).toEqual(['a'])
    }
  })

  test('a failing post_tool_call hook has no effect', async () => {
    const hooks = { post_tool_call: () => Promise.reject(new Error('no')) }
    expect(await ends([call('echo', { text: 'a' })], [echo], { hooks })).toMatchObject([{ isError: false }])
  })
})

describe('several calls', () => {
  /** Ends its calls in reverse order. */
  function reversing(count: number) {
    const waiting: (() => void)[] = []
    let most = 0
    let running = 0
    const tool = toolThat(
      async (args) => {
        running += 1
        most = Math.max(most, running)
        await new Promise<void>((resolve) => {
          waiting.push(resolve)
          if (waiting.length === count) for (const end of waiting.reverse()) end()
        })
        running -= 1
        return JSON.stringify(args)
      },
      { concurrency: 'safe' },
    )
    return { tool, most: () => most }
  }

  test('run concurrently when they are safe, emitting each result as soon as it is ready', async () => {
    const { promise: secondIsTold, resolve: tell } = Promise.withResolvers<void>()
    const tool = toolThat(
      async (args) => {
        if (JSON.stringify(args) === '{"n":1}') await secondIsTold
        return JSON.stringify(args)
      },
      { concurrency: 'safe' },
    )
    const told: string[] = []
    const calls = [1, 2].map((n) => call('act', { n }, `id_${n}`))
    for await (const event of execute(calls, [tool])) {
      if (event.type !== 'tool-end') continue
      told.push(event.call.id)
      tell()
    }
    expect(told).toEqual(['id_2', 'id_1'])
  })

  test('run at most eight at a time', async () => {
    const { tool, most } = reversing(8)
    await ends(Array.from({ length: 16 }, (_, n) => call('act', { n }, `id_${n}`)).slice(0, 8), [tool])
    expect(most()).toBe(8)
    let running = 0
    let peak = 0
    const counting = toolThat(
      async () => {
        running += 1
        peak = Math.max(peak, running)
        await delay(1)
        running -= 1
        return ''
      },
      { concurrency: 'safe' },
    )
    await ends(
      Array.from({ length: 30 }, (_, n) => call('act', {}, `id_${n}`)),
      [counting],
    )
    expect(peak).toBe(8)
  })

  test('run sequentially when one of them requires it', async () => {
    const order: string[] = []
    const tool = toolThat(async (args) => {
      order.push(`start ${JSON.stringify(args)}`)
      await delay(1)
      order.push(`end ${JSON.stringify(args)}`)
      return ''
    })
    await ends([call('act', 'null', 'a'), call('echo', { text: '' }), call('act', { b: 1 }, 'b')], [tool, echo])
    expect(order).toEqual(['start {}', 'end {}', 'start {"b":1}', 'end {"b":1}'])
  })

  test('share the limit of the batch in addition to their own limits', async () => {
    const limits = { resultChars: 5_000, batchChars: 8_000 }
    const calls = ['a', 'b', 'c'].map((letter) => call('echo', { text: letter, times: 9_000 }, letter))
    const texts = textsOf(await ends(calls, [echo], { limits })).map(String)
    expect(texts.map((text) => text.length)).toEqual([5_000, 3_000, 1_500])
    expect(texts[0]).toMatch(/^a+\s+\[\.\.\. [\d,]+ characters left out \.\.\.\]\s+a+$/)
  })
})

describe('an interrupt', () => {
  test('ends every running call, even when its tool ignores the signal', async () => {
    const controller = new AbortController()
    const tool = toolThat(() => {
      controller.abort(new InterruptError())
      return new Promise(() => undefined)
    })
    const calls = [call('act', {}, 'running'), call('act', {}, 'waiting')]
    const found = await ends(calls, [tool], { signal: controller.signal, limits: { graceMs: 10 } })
    expect(found.map(({ isError }) => isError)).toEqual([true, true])
    expect(found[0]?.message.content).toMatch(
      /^\[cancelled while this call was running.*Reason: The run was interrupted\.\]$/,
    )
    expect(found[1]?.message.content).toMatch(/^\[cancelled before this call had started, so nothing was done/)
  })

  test('reaches the tool, which can report what it did', async () => {
    const controller = new AbortController()
    const tool = toolThat(async (_, { signal }) => {
      controller.abort()
      return signal.aborted ? 'stopped half-way' : 'not told'
    })
    expect(textsOf(await ends([call('act', {})], [tool], { signal: controller.signal }))).toEqual(['stopped half-way'])
  })

  test('does not wait for a gate', async () => {
    const controller = new AbortController()
    const review = () => {
      controller.abort()
      return new Promise<never>(() => undefined)
    }
    const [end] = await ends([call('echo', { text: 'a' })], [echo], { signal: controller.signal, gate: { review } })
    expect(end?.message.content).toMatch(/nothing was done/)
  })

  test('also occurs when the reader leaves the loop', async () => {
    let reason: unknown
    const tool = toolThat(async (_, { signal, report }) => {
      report('started')
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      reason = signal.reason
      return ''
    })
    for await (const event of execute([call('act', {})], [tool])) if (event.type === 'tool-progress') break
    expect(reason).toBeDefined()
  })
})

describe('definitions', () => {
  const hidden = toolThat(async () => '', { name: 'hidden', isAvailable: () => Promise.reject(new Error('no key')) })

  test('contain the available tools of the selected toolsets', async () => {
    const other = toolThat(async () => '', { name: 'other', toolset: 'elsewhere' })
    const registry = createToolRegistry([echo, hidden, other])
    const executor = createToolExecutor({ registry, toolsets: ['test'] })
    const { name, description, parameters } = echo
    expect(await executor.definitions()).toEqual([{ name, description, parameters }])
    registry.register(toolThat(async () => '', { name: 'new' }))
    expect((await executor.definitions()).map((tool) => tool.name)).toEqual(['echo', 'new'])
  })

  test('an unknown toolset is an error that suggests the nearest name', async () => {
    const executor = createToolExecutor({ registry: createToolRegistry([echo]), toolsets: ['tests'] })
    await expect(executor.definitions()).rejects.toThrow(/"tests".*Did you mean "test"/)
  })

  test('a tool of another toolset is unknown', async () => {
    const found = await ends([call('echo', { text: 'a' })], [echo], { toolsets: ['file'] })
    expect(found[0]?.message.content).toMatch(/no tool "echo"/)
  })
})
