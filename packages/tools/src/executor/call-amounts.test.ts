import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineTool, type ToolAmount, type ToolOutcome } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { fileTools } from '../files/file-tools.js'
import { createToolRegistry } from '../registry/registry.js'
import { terminalTools } from '../terminal/terminal.js'
import { createToolExecutor } from './executor.js'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-amounts-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Returns the amount that a call reports. */
async function amountOf(name: string, args: object): Promise<ToolAmount | undefined> {
  await using environment = createLocalEnvironment({ workingDirectory: folder, variables: process.env })
  const tools = [...fileTools({ environment }), ...terminalTools({ environment, limits: { outputCharacters: 500 } })]
  const executor = createToolExecutor({ registry: createToolRegistry([...tools, odd]) })
  const call = { id: '1', type: 'function', function: { name, arguments: JSON.stringify(args) } } as const
  const context = { sessionId: 's', taskId: 't', signal: AbortSignal.timeout(20_000) }
  for await (const event of executor.execute([call], context)) {
    if (event.type !== 'tool-end') continue
    expect(event.isError).toBe(false)
    return event.amount
  }
  throw new Error('no result')
}

/** Tool in plain JavaScript, which may return anything. */
const odd = defineTool({
  name: 'odd',
  description: 'x',
  toolset: 'x',
  effect: 'read',
  concurrency: 'safe',
  parameters: z.object({ amount: z.unknown() }),
  run: async ({ amount }) => ({ content: 'a\nb\nc', amount }) as ToolOutcome,
})

test('read_file counts the lines shown from the file, not the lines of its message', async () => {
  await writeFile(join(folder, 'long.txt'), 'x\n'.repeat(300))
  expect(await amountOf('read_file', { path: 'long.txt', limit: 120 })).toEqual({ count: 120, unit: 'line' })
  expect(await amountOf('read_file', { path: 'long.txt', offset: 400 })).toEqual({ count: 0, unit: 'line' })
})

test('write_file counts lines; patch counts replacements or files', async () => {
  expect(await amountOf('write_file', { path: 'a.txt', content: 'one\ntwo\none' })).toEqual({ count: 3, unit: 'line' })
  const replacement = { path: 'a.txt', old_string: 'one', new_string: 'three', replace_all: true }
  expect(await amountOf('patch', replacement)).toEqual({ count: 2, unit: 'place' })
  const patch = '*** Begin Patch\n*** Add File: b.txt\n+b\n*** Delete File: a.txt\n*** End Patch'
  expect(await amountOf('patch', { mode: 'patch', patch })).toEqual({ count: 2, unit: 'file' })
})

test('search_files counts matches or files, but not context lines', async () => {
  await writeFile(join(folder, 'a.txt'), 'one\ntwo\nthree\none\n')
  expect(await amountOf('search_files', { pattern: 'one', context: 1 })).toEqual({ count: 2, unit: 'match' })
  expect(await amountOf('search_files', { pattern: 'a.txt', target: 'files' })).toEqual({ count: 1, unit: 'file' })
})

test('terminal counts all printed lines, even when its output is shortened', async () => {
  expect(await amountOf('terminal', { command: 'seq 1 1000; printf end' })).toEqual({ count: 1_001, unit: 'line' })
  expect(await amountOf('terminal', { command: 'true' })).toEqual({ count: 0, unit: 'line' })
})

test('drops an invalid amount', async () => {
  expect(await amountOf('odd', { amount: { count: 2, unit: 'page' } })).toEqual({ count: 2, unit: 'page' })
  const wrong = [{ count: -1, unit: 'page' }, { count: 1.5, unit: 'page' }, { count: 1, unit: 'a\u001b[2J' }, 3, null]
  for (const amount of wrong) expect(await amountOf('odd', { amount })).toBeUndefined()
})
