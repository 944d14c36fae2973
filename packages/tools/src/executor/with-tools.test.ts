import { ConfigError, type Tool, type ToolCall, type ToolEvent } from '@hermes/core'
import { expect, test } from 'vitest'
import { createToolRegistry } from '../registry/registry.js'
import { createToolExecutor } from './executor.js'

const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  name,
  description: '',
  toolset: 'test',
  parameters: { type: 'object' },
  effect: 'once',
  concurrency: 'never',
  run: async () => `${name} ran`,
  ...more,
})
const call = (name: string): ToolCall => ({ id: name, type: 'function', function: { name, arguments: '{}' } })

function executorOf(...[tools, options]: [readonly Tool[], object?]) {
  const asked: string[] = []
  const gate = {
    review: async (request: { readonly tool: Tool }) => {
      asked.push(request.tool.name)
      return { allowed: true } as const
    },
  }
  const executor = createToolExecutor({ registry: createToolRegistry(tools), gate, ...options })
  return { executor, asked, with: (...more: readonly Tool[]) => executor.withTools?.(more) ?? executor }
}

async function eventsOf(executor: ReturnType<typeof executorOf>['executor'], name: string) {
  const events: ToolEvent[] = []
  const context = { sessionId: 's', taskId: 't', signal: new AbortController().signal }
  for await (const event of executor.execute([call(name)], context)) events.push(event)
  return events
}
const namesOf = async (executor: ReturnType<typeof executorOf>['executor']) =>
  (await executor.definitions()).map(({ name }) => name)

test('passes additional tools through the same gate and leaves the executor unchanged', async () => {
  const own = executorOf([tool('a')])
  const extended = own.with(tool('b'))
  expect(await namesOf(extended)).toEqual(['a', 'b'])
  expect(await namesOf(own.executor)).toEqual(['a'])
  expect((await eventsOf(extended, 'b')).at(-1)).toMatchObject({ message: { content: 'b ran' } })
  expect(own.asked).toEqual(['b'])
  expect(extended.traitsOf?.('b')?.toolset).toBe('test')
})

test('selects additional tools by toolset like all others', async () => {
  const { with: add } = executorOf([tool('a')], { toolsets: ['all', '-weather'] })
  expect(await namesOf(add(tool('b'), tool('c', { toolset: 'weather' })))).toEqual(['a', 'b'])
})

test('rejects a name that is already used', () => {
  const { with: add } = executorOf([tool('a')], { toolsets: [] })
  expect(() => add(tool('a'))).toThrow(ConfigError)
  expect(() => add(tool('b'), tool('b'))).toThrow(ConfigError)
})

test('includes the summary of the tool in tool-start', async () => {
  const { executor } = executorOf([tool('a', { summarize: () => 'two\nlines' }), tool('b')])
  expect((await eventsOf(executor, 'a'))[0]).toMatchObject({ type: 'tool-start', summary: 'two lines' })
  expect((await eventsOf(executor, 'b'))[0]).not.toHaveProperty('summary')
})
