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

async function call(name: string, args: object, sessionId = 's', isFromProgram = false) {
  const made = { id: '1', type: 'function', function: { name, arguments: JSON.stringify(args) } } as const
  const context = { sessionId, taskId: 't', signal: AbortSignal.timeout(60_000), isFromProgram }
  for await (const event of tools.execute([made], context)) {
    if (event.type === 'tool-end') return String(event.message.content)
  }
  throw new Error('no result')
}

const put = (name: string, content: string) => writeFile(join(folder, name), content)
const read = (path: string, sessionId?: string) => call('read_file', { path }, sessionId)
const unchanged = /^\[The file is unchanged/

describe('reading again', () => {
  test('does not show unchanged text twice, unless it is requested again', async () => {
    await put('a', 'text')
    await put('b', 'other')
    expect(await read('a')).toContain('1|text')
    await read('b')
    expect(await read('a')).toMatch(unchanged)
    await read('b')
    expect(await read('a')).toContain('1|text')
  })

  test('shows other lines, another session and a changed file', async () => {
    await put('a', 'one\ntwo')
    await read('a')
    expect(await call('read_file', { path: 'a', offset: 2 })).toContain('2|two')
    expect(await read('a', 'another')).toContain('1|one')
    await put('a', 'three')
    expect(await read('a')).toContain('1|three')
    await call('write_file', { path: 'a', content: 'four' })
    expect(await read('a')).toContain('1|four')
  })

  test('shows everything again after the conversation was compressed', async () => {
    await put('a', 'text')
    await read('a')
    history.forget('s')
    expect(await read('a')).toContain('1|text')
  })

  test('warns about the third identical read in a row and refuses the fourth', async () => {
    await put('a', 'text')
    await read('a')
    expect(await read('a')).toMatch(unchanged)
    expect(await read('a')).toMatch(/1\|text.*3 times in a row/s)
    expect(await read('a')).toMatch(/^You have read the same lines 4 times in a row.*refused/)
    history.interrupt('s')
    expect(await read('a')).toMatch(unchanged)
    await put('a', 'changed')
    expect(await read('a')).toBe('1|changed\n[lines 1-1 of 1]')
  })

  test('allows repeated reads of a changing file', async () => {
    for (let round = 0; round < 6; round += 1) {
      await put('log', `line ${round}`)
      await utimes(join(folder, 'log'), round + 1, round + 1)
      expect(await read('log')).toBe(`1|line ${round}\n[lines 1-1 of 1]`)
    }
  })
})

test('warns about repeated searches, then refuses them, until another call is made', async () => {
  await put('a', 'needle')
  const search = () => call('search_files', { pattern: 'needle' })
  await search()
  await search()
  expect(await search()).toMatch(/a:1:needle.*same search 3 times in a row/s)
  expect(await search()).toMatch(/^You have made the same search 4 times/)
  await read('a')
  expect(await search()).toBe('a:1:needle\n[1 found]')
})

describe('a program', () => {
  const program = (name: string, args: object) => call(name, args, 's', true)

  test('reads the lines each time, regardless of the conversation', async () => {
    await put('a', 'text')
    expect(await read('a')).toContain('1|text')
    for (let round = 0; round < 5; round++) expect(await program('read_file', { path: 'a' })).toMatch(/^1\|text\n/)
    // Reads by a program count neither as views nor as repetitions of the model.
    await put('b', 'other')
    await program('read_file', { path: 'b' })
    expect(await read('b')).toBe('1|other\n[lines 1-1 of 1]')
  })

  test('searches any number of times', async () => {
    await put('a', 'needle')
    for (let round = 0; round < 5; round++) {
      expect(await program('search_files', { pattern: 'needle' })).toBe('a:1:needle\n[1 found]')
    }
  })

  test('remembers the version that it has read', async () => {
    await put('a', 'one')
    await program('read_file', { path: 'a' })
    await put('a', 'from somebody else')
    expect(await program('write_file', { path: 'a', content: 'two' })).toContain('changed by others')
  })
})

describe('changing a file that another program has changed', () => {
  test('warns the session that has read it', async () => {
    await put('a', 'one')
    await read('a')
    await put('a', 'from somebody else')
    expect(await call('write_file', { path: 'a', content: 'two' }, 'another')).not.toContain('Warning')
    expect(await call('write_file', { path: 'a', content: 'three' })).toContain('changed by others')
    expect(await call('write_file', { path: 'a', content: 'four' })).not.toContain('Warning')
  })

  test('warns about patches and removed files too', async () => {
    await put('a', 'one')
    await read('a')
    await put('a', 'one, two')
    expect(await call('patch', { path: 'a', old_string: 'one', new_string: '1' })).toContain('changed by others')
    await rm(join(folder, 'a'))
    expect(await call('write_file', { path: 'a', content: 'x' })).toContain('a was removed after you last read it')
  })
})

test('adds hints when a patch fails repeatedly', async () => {
  await put('a', 'one\n')
  const fail = () => call('patch', { path: 'a', old_string: 'absent', new_string: 'x' })
  expect(await fail()).not.toContain('failed')
  expect(await fail()).toContain('failed twice')
  expect(await fail()).toContain('failed 3 times')
  await call('patch', { path: 'a', old_string: 'one', new_string: 'two' })
  expect(await fail()).not.toContain('failed')
})

test('resolves relative paths against the working directory of the shell', async () => {
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
