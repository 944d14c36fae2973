import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createToolExecutor } from '../executor/executor.js'
import { createToolRegistry } from '../registry/registry.js'
import { createFileHistory, type FileHistory } from './file-history.js'
import { fileTools } from './file-tools.js'

let folder: string
let environment: Environment
let history: FileHistory
let shell: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-history-'))
  environment = createLocalEnvironment({ workingDirectory: folder, variables: { ...process.env, HOME: folder } })
  history = createFileHistory()
  shell = folder
  tools = createToolExecutor({
    registry: createToolRegistry(fileTools({ environment, history, folderOf: () => shell })),
  })
})
afterEach(async () => {
  await environment[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

let tools: ReturnType<typeof createToolExecutor>

async function call(name: string, args: object, sessionId = 's') {
  const made = { id: '1', type: 'function', function: { name, arguments: JSON.stringify(args) } } as const
  const context = { sessionId, taskId: 't', signal: AbortSignal.timeout(60_000) }
  for await (const event of tools.execute([made], context)) {
    if (event.type === 'tool-end') return String(event.message.content)
  }
  throw new Error('no result')
}

const put = (name: string, content: string) => writeFile(join(folder, name), content)
const read = (path: string, sessionId?: string) => call('read_file', { path }, sessionId)
const unchanged = /^\[The file is as it was/

describe('reading again', () => {
  test('an unchanged text is not shown twice, unless it is asked for once more', async () => {
    await put('a', 'text')
    await put('b', 'other')
    expect(await read('a')).toContain('1|text')
    await read('b')
    expect(await read('a')).toMatch(unchanged)
    await read('b')
    expect(await read('a')).toContain('1|text')
  })

  test('other lines, another session, or a changed file is shown', async () => {
    await put('a', 'one\ntwo')
    await read('a')
    expect(await call('read_file', { path: 'a', offset: 2 })).toContain('2|two')
    expect(await read('a', 'another')).toContain('1|one')
    await put('a', 'three')
    expect(await read('a')).toContain('1|three')
    await call('write_file', { path: 'a', content: 'four' })
    expect(await read('a')).toContain('1|four')
  })

  test('after the conversation was shortened all of it is shown', async () => {
    await put('a', 'text')
    await read('a')
    history.forget('s')
    expect(await read('a')).toContain('1|text')
  })

  test('the third time in a row brings a warning, the fourth is refused', async () => {
    await put('a', 'text')
    await read('a')
    expect(await read('a')).toMatch(unchanged)
    expect(await read('a')).toMatch(/1\|text.*3 times in a row/s)
    expect(await read('a')).toMatch(/^You have read the same lines 4 times in a row.*not answered/)
    history.interrupt('s')
    expect(await read('a')).toMatch(unchanged)
    await put('a', 'changed')
    expect(await read('a')).toBe('1|changed\n[lines 1-1 of 1]')
  })

  test('a file that changes may be watched', async () => {
    for (let round = 0; round < 6; round += 1) {
      await put('log', `line ${round}`)
      await utimes(join(folder, 'log'), round + 1, round + 1)
      expect(await read('log')).toBe(`1|line ${round}\n[lines 1-1 of 1]`)
    }
  })
})

test('the same search is warned of, then refused, and any other call in between sets that back', async () => {
  await put('a', 'needle')
  const search = () => call('search_files', { pattern: 'needle' })
  await search()
  await search()
  expect(await search()).toMatch(/a:1:needle.*same search 3 times in a row/s)
  expect(await search()).toMatch(/^You have made the same search 4 times/)
  await read('a')
  expect(await search()).toBe('a:1:needle\n[1 found]')
})

describe('changing what somebody else has changed', () => {
  test('brings a warning, in the session that had read it', async () => {
    await put('a', 'one')
    await read('a')
    await put('a', 'from somebody else')
    expect(await call('write_file', { path: 'a', content: 'two' }, 'another')).not.toContain('Warning')
    expect(await call('write_file', { path: 'a', content: 'three' })).toContain('changed by somebody else')
    expect(await call('write_file', { path: 'a', content: 'four' })).not.toContain('Warning')
  })

  test('counts for patches, and for files that were removed', async () => {
    await put('a', 'one')
    await read('a')
    await put('a', 'one, two')
    expect(await call('patch', { path: 'a', old_string: 'one', new_string: '1' })).toContain('changed by somebody else')
    await rm(join(folder, 'a'))
    expect(await call('write_file', { path: 'a', content: 'x' })).toContain('a was removed after you last read it')
  })
})

test('a patch that fails again and again is told more', async () => {
  await put('a', 'one\n')
  const fail = () => call('patch', { path: 'a', old_string: 'absent', new_string: 'x' })
  expect(await fail()).not.toContain('failed')
  expect(await fail()).toContain('failed twice')
  expect(await fail()).toContain('failed 3 times')
  await call('patch', { path: 'a', old_string: 'one', new_string: 'two' })
  expect(await fail()).not.toContain('failed')
})

test('relative paths begin where the shell of the task is', async () => {
  await mkdir(join(folder, 'sub/deep'), { recursive: true })
  await put('sub/a', 'needle in sub')
  shell = join(folder, 'sub')
  expect(await read('a')).toContain('needle in sub')
  expect(await call('search_files', { pattern: 'needle' })).toBe('a:1:needle in sub\n[1 found]')
  await call('write_file', { path: 'deep/b', content: 'new' })
  shell = join(folder, 'sub/deep')
  expect(await read('b')).toContain('1|new')
  expect(await read('../a')).toMatch(unchanged)
  expect(await read(join(folder, 'sub/a'))).toContain('needle in sub')
})
