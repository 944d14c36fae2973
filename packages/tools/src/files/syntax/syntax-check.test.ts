import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalEnvironment } from '@hermes/environments'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createToolExecutor } from '../../executor/executor.js'
import { createToolRegistry } from '../../registry/registry.js'
import { fileTools } from '../file-tools.js'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-syntax-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function call(name: string, args: object) {
  const variables = { HOME: folder, PATH: process.env.PATH }
  await using environment = createLocalEnvironment({ workingDirectory: folder, variables })
  const executor = createToolExecutor({ registry: createToolRegistry(fileTools({ environment })) })
  const made = { id: '1', type: 'function', function: { name, arguments: JSON.stringify(args) } } as const
  const context = { sessionId: 's', taskId: 't', signal: AbortSignal.timeout(60_000) }
  for await (const event of executor.execute([made], context)) {
    if (event.type === 'tool-end') return { text: String(event.message.content), isError: event.isError }
  }
  throw new Error('no result')
}

const write = async (path: string, content: string) => (await call('write_file', { path, content })).text

function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', ''])
    return true
  } catch {
    return false
  }
}

const broken: readonly (readonly [path: string, content: string, line: number])[] = [
  ['a.json', '{\n  "a": 1,\n}\n', 3],
  ['b.json', '{ "a": 1', 1],
  ['a.yaml', 'a: 1\nb: [1, 2\nc: 3\n', 3],
  ['a.yml', 'a: "x\n', 2],
  ['a.toml', 'a = 1\nb = \n', 2],
  ['a.js', 'const a = 1\nfunction {}\n', 2],
  ['a.mjs', 'import { a from "b"\n', 1],
  ['a.ts', 'const a: number = 1\nlet b: = 2\n', 2],
  ['a.tsx', 'const a = <div>\n', 1],
  ['a.jsx', 'const a = <div></span>\n', 1],
]

const python: readonly (readonly [path: string, content: string, line: number])[] = [
  ['a.py', 'a = 1\ndef f(:\n    pass\n', 2],
  ['b.py', 'if True:\nx = 1\n', 2],
]

const fine: readonly (readonly [path: string, content: string])[] = [
  ['a.json', '{"a": [1, 2, null]}\n'],
  ['tsconfig.json', '{\n  // a comment\n  "a": 1,\n}\n'],
  ['a.yaml', 'a: &x 1\nb: *x\n---\nc: !custom d\n'],
  ['a.toml', '[a]\nb = 1979-05-27\n'],
  ['a.js', '#!/usr/bin/env node\nconst a = <b/>\nexport default a\n'],
  ['a.cjs', 'module.exports = await1\nreturn\n'],
  ['a.ts', 'enum A { B }\nconst a = <number>(1 as unknown)\n@dec class C {}\n'],
  ['a.tsx', 'export const a = <T,>(x: T) => <b>{x}</b>\n'],
  ['a.py', 'match x:\n    case 1:\n        print(f"{x!r}")\n'],
  ['a.css', 'a {{{'],
  ['a.txt', '{'],
]

describe('a new file', () => {
  test.each(broken)('writes broken files and reports the location: %s %s', async (path, content, line) => {
    const text = await write(path, content)
    expect(text).toMatch(/^Created/)
    expect(text).toContain(`has new errors:\n${path}:${line}: `)
    expect(await readFile(join(folder, path), 'utf8')).toBe(content)
  })

  test.skipIf(!hasPython()).each(python)(
    'does the same for Python (skipped without python3): %s %s',
    async (path, content, line) => {
      expect(await write(path, content)).toContain(`has new errors:\n${path}:${line}: `)
    },
  )

  test.each(fine)('reports nothing for valid and unchecked files: %s %s', async (path, content) => {
    expect(await write(path, content)).toMatch(/^Created \S+ \(\d+ lines?, \d+ bytes\)\.$/)
  })
})

test('reports only errors that the change introduced', async () => {
  await writeFile(join(folder, 'a.ts'), 'let a: = 1\n\nlet c = 3\n')
  const first = await call('patch', { path: 'a.ts', old_string: 'let c = 3', new_string: 'let c = 4' })
  expect(first.text).not.toContain('new errors')
  await writeFile(join(folder, 'b.json'), '{"a": 1,}')
  expect(await write('b.json', '\n\n{"a": 2,}')).not.toContain('new errors')
  expect(await write('b.json', '{"a": 2')).toContain('b.json:1: ')
})

test('reports the files that a patch of several files broke', async () => {
  await writeFile(join(folder, 'a.json'), '{"a": 1}\n')
  await writeFile(join(folder, 'b.json'), '{"b": 1}\n')
  const patch = [
    '*** Begin Patch',
    '*** Update File: a.json',
    '-{"a": 1}',
    '+{"a": 2}',
    '*** Update File: b.json',
    '-{"b": 1}',
    '+{"b": 2',
    '*** End Patch',
  ]
  const { text, isError } = await call('patch', { mode: 'patch', patch: patch.join('\n') })
  expect(isError).toBe(false)
  expect(text).toContain('b.json:')
  expect(text).not.toContain('a.json:1')
})
