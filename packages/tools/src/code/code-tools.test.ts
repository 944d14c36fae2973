import type { Tool } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments/local'
import { expect, test } from 'vitest'
import { openCode, toolsThat } from '../../testing/code.js'
import { openWorkplace } from '../../testing/terminal.js'
import { codeTools } from './code-tools.js'

const names = (...tools: string[]) => new Set([...tools, 'execute_code'])

function adapted(tool: Tool, available: ReadonlySet<string>) {
  const text = tool.adapt?.(available)
  if (!text) throw new Error('It does not adapt.')
  return text
}

test('tells of the tools that are there, and of no others', async () => {
  const { tool } = await openCode('python')
  expect(adapted(tool, names('read_file', 'clarify')).description).toContain('read_file')
  expect(adapted(tool, names('read_file', 'clarify')).description).not.toMatch(/terminal|web_search|clarify/)
  expect(adapted(tool, names()).description).not.toMatch(/hermes_tools|read_file/)
})

test('offers the languages that are there', async () => {
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

test('reads a call as it will be run', async () => {
  const { code, tool } = await openCode('python')
  await tool.isAvailable?.()
  expect(code.read({ code: 'x' })).toEqual({ program: 'x', language: 'python' })
  expect(code.read({ code: 'x', language: 'javascript' })).toEqual({ program: 'x', language: 'javascript' })
})
