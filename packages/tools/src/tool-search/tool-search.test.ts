import { type JsonObject, type Tool, type ToolCall, type ToolEvent, textOf } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { createToolExecutor, type ToolExecutorOptions } from '../executor/executor.js'
import { createToolRegistry } from '../registry/registry.js'

function tool(name: string, description: string, more: Partial<Tool> = {}): Tool {
  return {
    name,
    description,
    toolset: 'mcp-forge',
    parameters: { type: 'object', properties: { title: { type: 'string' } } },
    effect: 'once',
    concurrency: 'never',
    isDeferrable: true,
    run: async (args) => `${name} ${JSON.stringify(args)}`,
    ...more,
  }
}

const readFile = tool('read_file', 'Read a file.', { toolset: 'file', isDeferrable: false })
const forge = [
  tool('mcp_forge_create_issue', 'Open a new issue in a repository.'),
  tool('mcp_forge_list_issues', 'List the issues of a repository.'),
  tool('mcp_forge_merge_pull_request', 'Merge a pull request.'),
  tool('mcp_forge_getWorkflowRuns', 'Show runs of the build pipeline.'),
]
const many = Array.from({ length: 200 }, (_, index) => tool(`mcp_many_${index}`, 'Does something. '.repeat(20)))

function call(name: string, args: JsonObject | string, id = 'call_1'): ToolCall {
  return { id, type: 'function', function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) } }
}

function executorOf(
  tools: readonly Tool[],
  options: Omit<ToolExecutorOptions, 'registry'> = { search: { mode: 'on' } },
) {
  return createToolExecutor({ registry: createToolRegistry(tools), ...options })
}

async function run(executor: ReturnType<typeof executorOf>, calls: readonly ToolCall[], hooks = {}) {
  const events: ToolEvent[] = []
  const context = { sessionId: 's', taskId: 't', signal: new AbortController().signal, hooks }
  for await (const event of executor.execute(calls, context)) events.push(event)
  return events
}

async function answer(executor: ReturnType<typeof executorOf>, name: string, args: JsonObject | string) {
  const end = (await run(executor, [call(name, args)])).find((event) => event.type === 'tool-end')
  return { text: textOf(end?.message.content ?? ''), isError: end?.isError }
}

const listed = async (...given: Parameters<typeof executorOf>) => {
  const definitions = await executorOf(...given).definitions()
  return definitions.map(({ name }) => name)
}

describe('deferrable tools', () => {
  test('are listed when they are few for the window, and hidden when they are many', async () => {
    expect(await listed([readFile, ...forge], {})).toEqual(['read_file', ...forge.map(({ name }) => name)])
    expect(await listed([readFile, ...many], {})).toEqual(['read_file', 'tool_search', 'tool_call'])
    const wide = { services: { contextWindow: () => 1_000_000 } }
    expect(await listed([readFile, ...many], wide)).toHaveLength(201)
    const narrow = { services: { contextWindow: () => 1_000 } }
    expect(await listed([readFile, ...forge], narrow)).toEqual(['read_file', 'tool_search', 'tool_call'])
  })

  test('follow the setting of the user', async () => {
    expect(await listed([readFile, ...forge], { search: { mode: 'on' } })).toEqual([
      'read_file',
      'tool_search',
      'tool_call',
    ])
    expect(await listed([readFile, ...many], { search: { mode: 'off' } })).toHaveLength(201)
    expect(await listed([readFile], { search: { mode: 'on' } })).toEqual(['read_file'])
  })

  test('are summarized by source, deterministically', async () => {
    const [first, second] = [
      await executorOf([...forge, readFile]).definitions(),
      await executorOf([...forge, readFile]).definitions(),
    ]
    expect(JSON.stringify(first)).toBe(JSON.stringify(second))
    expect(first.find(({ name }) => name === 'tool_search')?.description).toContain('mcp-forge (4)')
  })

  test('stay visible in a session that started with them, even when more are added', async () => {
    const kept = ['mcp_many_3', 'read_file']
    const found = await executorOf([readFile, ...many], {}).definitions(kept)
    expect(found.map(({ name }) => name)).toEqual(kept)
    const few = await executorOf([readFile, ...forge], {}).definitions(['read_file', 'tool_search', 'tool_call'])
    expect(few).toHaveLength(3)
  })
})

describe('tool_search', () => {
  const names = async (query: string) => {
    const { text } = await answer(executorOf([readFile, ...forge]), 'tool_search', { query })
    return text.split('\n').map((line): unknown => JSON.parse(line).name)
  }

  test('finds tools by name, by purpose, and despite typos', async () => {
    expect((await names('merge'))[0]).toBe('mcp_forge_merge_pull_request')
    expect((await names('open an issue'))[0]).toBe('mcp_forge_create_issue')
    expect((await names('mcp_forge_list_issues'))[0]).toBe('mcp_forge_list_issues')
    expect((await names('workflow runs'))[0]).toBe('mcp_forge_getWorkflowRuns')
    expect((await names('pul requst'))[0]).toBe('mcp_forge_merge_pull_request')
  })

  test('returns everything needed to call the tools', async () => {
    const { text } = await answer(executorOf(forge), 'tool_search', { query: 'merge', limit: 1 })
    expect(JSON.parse(text)).toEqual({
      name: 'mcp_forge_merge_pull_request',
      description: 'Merge a pull request.',
      parameters: { type: 'object', properties: { title: { type: 'string' } } },
    })
  })

  test('lists the available tools when nothing matches', async () => {
    const away = tool('mcp_away_x', 'Away.', { isAvailable: () => false })
    const { text } = await answer(executorOf([...forge, away]), 'tool_search', { query: 'zzzz' })
    expect(text).toContain('mcp_forge_create_issue')
    expect(text).not.toContain('mcp_away_x')
  })

  test('does not find tools outside of the session', async () => {
    const executor = executorOf([...forge, tool('mcp_bank_pay', 'Pay.', { toolset: 'mcp-bank' })], {
      toolsets: ['mcp-forge'],
      search: { mode: 'on' },
    })
    expect((await answer(executor, 'tool_search', { query: 'pay' })).text).not.toContain('"mcp_bank_pay"')
    expect(await answer(executor, 'tool_call', { name: 'mcp_bank_pay' })).toMatchObject({ isError: true })
  })
})

test('does not reveal all hidden tools for an unknown tool name', async () => {
  const { text } = await answer(executorOf([readFile, ...many]), 'read_fil', {})
  expect(text).toMatch(/Did you mean "read_file"\?.* and 141 more\.$/)
  expect(text.length).toBeLessThan(1_500)
  expect((await answer(executorOf([readFile]), 'x', {})).text).toBe('There is no tool "x". The tools are: read_file.')
})

describe('tool_call', () => {
  const wanted = { name: 'mcp_forge_create_issue', arguments: { title: 'x' } }

  test('runs the named tool like a direct call', async () => {
    const seen: string[] = []
    const reviewed: unknown[] = []
    const executor = executorOf(forge, {
      search: { mode: 'on' },
      gate: {
        review: async ({ tool: asked, args }) => {
          reviewed.push(asked.name, args)
          return { allowed: true }
        },
      },
    })
    const hooks = {
      pre_tool_call: (event: { call: ToolCall }) => void seen.push(event.call.function.name),
      post_tool_call: (event: { call: ToolCall }) => void seen.push(event.call.function.name),
    }
    const events = await run(executor, [call('tool_call', wanted)], hooks)
    expect(events).toMatchObject([
      { type: 'tool-start', call: { id: 'call_1', function: { name: wanted.name } }, args: { title: 'x' } },
      {
        type: 'tool-end',
        call: { id: 'call_1', function: { name: wanted.name } },
        // Providers match a result to its call by id and by the original name.
        message: { tool_call_id: 'call_1', name: 'tool_call', content: 'mcp_forge_create_issue {"title":"x"}' },
      },
    ])
    expect(seen).toEqual([wanted.name, wanted.name])
    expect(reviewed).toEqual([wanted.name, { title: 'x' }])
  })

  test('does not run a call that the gate refuses', async () => {
    const review = async () => ({ allowed: false, reason: 'No issues today.' }) as const
    const executor = executorOf(forge, { search: { mode: 'on' }, gate: { review } })
    expect(await answer(executor, 'tool_call', wanted)).toEqual({ text: 'No issues today.', isError: true })
  })

  test('accepts arguments as JSON text, and calls without arguments', async () => {
    const executor = executorOf(forge)
    const asText = await answer(executor, 'tool_call', { ...wanted, arguments: '{"title":"y"}' })
    expect(asText.text).toBe('mcp_forge_create_issue {"title":"y"}')
    expect((await answer(executor, 'tool_call', { name: wanted.name })).text).toBe('mcp_forge_create_issue {}')
  })

  test.each([
    ['an unknown tool', { name: 'mcp_forge_nothing' }, /no tool "mcp_forge_nothing".*tool_search/],
    ['itself', { name: 'tool_call', arguments: wanted }, /no tool "tool_call"/],
    ['nothing', {}, /name/],
    ['half a call', '{"name": "mcp_forge_create_is', /cut off/],
  ])('explains the problem of %s', async (_, args, message) => {
    const found = await answer(executorOf(forge), 'tool_call', args)
    expect(found.isError).toBe(true)
    expect(found.text).toMatch(message)
  })

  test('runs calls concurrently if their tools allow it', async () => {
    let open = 0
    let most = 0
    const wait = async () => {
      open += 1
      most = Math.max(most, open)
      await new Promise((resolve) => setTimeout(resolve, 30))
      open -= 1
      return ''
    }
    const safe = ['mcp_a', 'mcp_b'].map((name) => tool(name, name, { concurrency: 'safe', run: wait }))
    await run(
      executorOf(safe),
      safe.map(({ name }) => call('tool_call', { name }, name)),
    )
    expect(most).toBe(2)
  })
})
