import type { AvailableTools, Tool, ToolFacts } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments'
import { expect, test } from 'vitest'
import { openCode, toolsThat } from '../../testing/code.js'
import { openWorkplace } from '../../testing/terminal.js'
import { codeTools } from './code-tools.js'

/** Creates a session with tools that programs may call and one that they may not. */
function names(...callable: readonly string[]): AvailableTools {
  const facts = (name: string): ToolFacts => ({
    name,
    toolset: 'test',
    effect: 'read',
    callableFromPrograms: callable.includes(name),
  })
  return new Map([...callable, 'clarify', 'execute_code'].map((name) => [name, facts(name)]))
}

function adapted(tool: Tool, available: AvailableTools) {
  const text = tool.adapt?.(available)
  if (!text) throw new Error('The tool has no adapt function.')
  return text
}

test('describes only the tools of the session', async () => {
  const { tool } = await openCode('python')
  expect(adapted(tool, names('read_file')).description).toContain('read_file')
  expect(adapted(tool, names('read_file')).description).not.toMatch(/terminal|web_search|clarify/)
  expect(adapted(tool, names()).description).not.toMatch(/hermes_tools|read_file/)
})

test('offers only the available languages', async () => {
  const { folder: workingDirectory } = await openWorkplace()
  await using bare = createLocalEnvironment({
    workingDirectory,
    variables: { ...process.env, PATH: workingDirectory },
    shell: '/bin/bash',
  })
  const { tool, run } = await openCode('python', { environment: bare, interpreters: { javascript: process.execPath } })
  expect(await tool.isAvailable?.()).toBe(true)
  const { description, parameters } = adapted(tool, names('read_file'))
  expect(description).not.toContain('Python')
  expect(parameters.properties).not.toHaveProperty('language')
  await expect(run('print(1)')).rejects.toThrow('There is no python3 to run it with. Write it in javascript.')
  const [unknown] = codeTools({ environment: bare, tools: toolsThat().tools }).tools
  expect(await unknown?.isAvailable?.()).toBe(false)
})

test('assesses a program exactly as it will run', async () => {
  const assessed: unknown[] = []
  const { tool } = await openCode('python', {
    assess: async (source) => {
      assessed.push(source)
      return { verdict: 'run', reasons: [] }
    },
  })
  await tool.isAvailable?.()
  const context = { workingDirectory: '/', home: '/' }
  for (const args of [{ code: 'x' }, { code: 'x', language: 'javascript' }, { code: 7 }])
    await tool.assess?.(args, context)
  expect(assessed).toEqual([
    { program: 'x', language: 'python' },
    { program: 'x', language: 'javascript' },
    { program: '7', language: 'python' },
  ])
})
