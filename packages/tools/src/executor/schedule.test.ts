import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clarifyTools } from '../clarify/clarify.js'
import { fileTools } from '../files/file-tools.js'
import { resolvePath } from '../shared/resolve-path.js'
import { webTools } from '../web/web-tools.js'
import { canRunInParallel } from './schedule.js'

let home: string
let cwd: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-schedule-'))
  cwd = join(home, 'project')
  await mkdir(join(cwd, 'src'), { recursive: true })
  await writeFile(join(cwd, 'src', 'a.ts'), '')
  await symlink('src', join(cwd, 'lib'))
  await symlink('src/a.ts', join(cwd, 'alias.ts'))
  await symlink('nowhere/new.ts', join(cwd, 'dangling.ts'))
  await symlink('loop', join(cwd, 'loop'))
})
afterAll(() => rm(home, { recursive: true }))

/** Returns the concurrency that the tools declare. Other tools are unknown. */
async function concurrencies() {
  await using environment = createLocalEnvironment({ workingDirectory: cwd, variables: { HOME: home } })
  const tools = [...fileTools({ environment }), ...webTools(), ...clarifyTools()]
  return new Map(tools.map(({ name, concurrency }) => [name, concurrency]))
}

async function inParallel(...calls: readonly (readonly [name: string, args: JsonObject | string])[]) {
  const known = await concurrencies()
  return canRunInParallel(
    calls.map(([name, args]) => ({ name, arguments: typeof args === 'string' ? args : JSON.stringify(args) })),
    {
      concurrencyOf: (name) => known.get(name),
      resolvePath: (path) => resolvePath(path, { cwd, home }),
    },
  )
}

const read = (path: string) => ['read_file', { path }] as const
const write = (path: string) => ['write_file', { path, content: '' }] as const
const search = ['search_files', { pattern: 'x' }] as const

test('does not run fewer than two calls in parallel', async () => {
  expect(await inParallel()).toBe(false)
  expect(await inParallel(search)).toBe(false)
})

test('runs safe tools in parallel with each other and with tools that declare paths', async () => {
  expect(await inParallel(search, ['web_search', { query: 'x' }], ['web_extract', {}])).toBe(true)
  expect(await inParallel(search, read('src/a.ts'))).toBe(true)
})

test.each(['clarify', 'unknown_tool', 'mcp__other__get'])('runs nothing in parallel with %s', async (name) => {
  expect(await inParallel(search, [name, {}])).toBe(false)
})

test.each(['', '[]', '"x"', 'null', '42', '{"query": "x",}', '{"query": "x"'])(
  'arguments %j make the batch sequential',
  async (args) => {
    expect(await inParallel(search, ['web_search', args])).toBe(false)
  },
)

test('runs calls on different files in parallel, even when they write', async () => {
  expect(await inParallel(read('a'), write('b'), ['patch', { path: 'c', old_string: 'x', new_string: 'y' }])).toBe(true)
  expect(await inParallel(write('src/a'), write('src/ab'), write('src-2/a'))).toBe(true)
})

test.each([
  ['the same path', 'a', 'a'],
  ['a dot', 'a', './a'],
  ['two dots', 'a', 'src/../a'],
  ['a doubled slash', 'src/a', 'src//a'],
  ['the working folder', 'a', () => join(cwd, 'a')],
  ['the home folder', '~/x', () => join(home, 'x')],
  ['the way through home', '~/project/a', 'a'],
  ['a linked folder', 'lib/a.ts', 'src/a.ts'],
  ['a linked file', 'alias.ts', 'src/a.ts'],
  ['a link to a missing file', 'dangling.ts', 'nowhere/new.ts'],
  ['two dots after a link', 'lib/../x', 'x'],
  ['a folder and a file in it', 'src', 'src/deep/b.ts'],
  ['the root', '/', 'a'],
  ['a trailing slash', 'src/', 'src'],
])('runs sequentially: %s', async (_, left, right) => {
  const other = typeof right === 'string' ? right : right()
  expect(await inParallel(read(left), write('zzz'), write(other))).toBe(false)
  expect(await inParallel(read(other), read(left))).toBe(false)
})

test.each<[string, JsonObject]>([
  ['no path', { content: 'x' }],
  ['an empty path', { path: ' ' }],
  ['a path that is not a string', { path: 7 }],
  ['a path with cyclic links', { path: 'loop/x' }],
  ['a patch of several files', { mode: 'patch', path: 'x', patch: '*** Update File: a' }],
])('runs sequentially: %s', async (_, args) => {
  expect(await inParallel(search, ['patch', args])).toBe(false)
})
