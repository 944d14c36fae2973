import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Environment } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createToolExecutor } from '../../executor/executor.js'
import { createToolRegistry } from '../../registry/registry.js'
import { fileTools } from '../file-tools.js'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-search-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function put(files: Readonly<Record<string, string | Uint8Array>>) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
}

/** Returns the environment of a host without ripgrep. */
function withoutRipgrep(environment: Environment): Environment {
  return { ...environment, id: 'bare', spawn: (_, options) => environment.spawn({ command: 'exit 127' }, options) }
}

describe.each([
  ['with ripgrep', (environment: Environment) => environment],
  ['without ripgrep', withoutRipgrep],
])('%s', (_, adapt) => {
  async function search(args: object) {
    await using local = createLocalEnvironment({
      workingDirectory: folder,
      variables: { ...process.env, HOME: folder },
    })
    const executor = createToolExecutor({ registry: createToolRegistry(fileTools({ environment: adapt(local) })) })
    const call = {
      id: '1',
      type: 'function',
      function: { name: 'search_files', arguments: JSON.stringify(args) },
    } as const
    const context = { sessionId: 's', taskId: 't', signal: AbortSignal.timeout(20_000) }
    for await (const event of executor.execute([call], context)) {
      if (event.type === 'tool-end') return String(event.message.content)
    }
    throw new Error('no result')
  }

  test('finds files whose names have line ends', async () => {
    await put({ 'a\nb.txt': 'needle 1\nx\nneedle 2\n', 'c.txt': 'needle 3\n', 'd\n--\ne/f\n.txt': 'y\nneedle 4\n' })
    expect(await search({ pattern: 'needle' })).toBe(
      '"a\\nb.txt":1:needle 1\n"a\\nb.txt":3:needle 2\nc.txt:1:needle 3\n"d\\n--\\ne/f\\n.txt":2:needle 4\n[4 found]',
    )
    expect(await search({ pattern: 'needle [34]', context: 1 })).toBe(
      'c.txt:1:needle 3\n--\n"d\\n--\\ne/f\\n.txt"-1-y\n"d\\n--\\ne/f\\n.txt":2:needle 4\n[2 found]',
    )
    expect(await search({ pattern: 'needle', output_mode: 'count', limit: 1 })).toMatch(/^"a\\nb.txt":2\n/)
    for (const args of [
      { pattern: 'needle', output_mode: 'files_only' },
      { pattern: '*', target: 'files' },
    ]) {
      const { length, ...found } = (await search(args)).split('\n').toSorted()
      expect(Object.values(found)).toEqual(['"a\\nb.txt"', '"d\\n--\\ne/f\\n.txt"', '[3 found]', 'c.txt'])
    }
    expect(await search({ pattern: 'needle', path: 'a\nb.txt' })).toMatch(/^"a\\nb.txt":1:needle 1\n/)
  })

  test('finds lines in path order', async () => {
    await put({ 'b.ts': 'none\nneedle 2\n', 'a/x.ts': 'needle 1\n', '.hidden/c.ts': 'needle 0' })
    expect(await search({ pattern: 'needle \\d' })).toBe(
      '.hidden/c.ts:1:needle 0\na/x.ts:1:needle 1\nb.ts:2:needle 2\n[3 found]',
    )
    expect(await search({ pattern: 'needle', path: 'a' })).toBe('a/x.ts:1:needle 1\n[1 found]')
    expect(await search({ pattern: 'needle', path: 'b.ts' })).toBe('b.ts:2:needle 2\n[1 found]')
    expect(await search({ pattern: 'nothing like it' })).toBe('[nothing found]')
  })

  test('shows lines around a match', async () => {
    await put({ a: '1\n2\nneedle\n4\n5\n6\n7\nneedle\n9\n' })
    expect(await search({ pattern: 'needle', context: 1 })).toBe(
      'a-2-2\na:3:needle\na-4-4\n--\na-7-7\na:8:needle\na-9-9\n[2 found]',
    )
  })

  test('lists and counts files, and filters them by name', async () => {
    await put({ 'a.ts': 'x\nx\n', 'b.js': 'x\n', 'src/c.ts': 'x\n', 'src/d.test.ts': 'x\n' })
    expect(await search({ pattern: 'x', output_mode: 'files_only' })).toBe(
      'a.ts\nb.js\nsrc/c.ts\nsrc/d.test.ts\n[4 found]',
    )
    expect(await search({ pattern: 'x', output_mode: 'count', file_glob: '*.ts' })).toBe(
      'a.ts:2\nsrc/c.ts:1\nsrc/d.test.ts:1\n[3 found]',
    )
    expect(await search({ pattern: 'x', output_mode: 'files_only', file_glob: 'src/*.ts' })).toBe(
      'src/c.ts\nsrc/d.test.ts\n[2 found]',
    )
    await utimes(join(folder, 'b.js'), 1_000, 1_000)
    expect(await search({ pattern: '*.{js,test.ts}', target: 'files' })).toBe('src/d.test.ts\nb.js\n[2 found]')
    await utimes(join(folder, 'src/d.test.ts'), 999, 999)
    expect(await search({ pattern: '*.{js,test.ts}', target: 'files' })).toBe('b.js\nsrc/d.test.ts\n[2 found]')
    expect(await search({ pattern: 'SRC/C', target: 'files' })).toBe('src/c.ts\n[1 found]')
  })

  test('respects .gitignore, even with a name filter', async () => {
    await put({
      '.gitignore': 'build/\n*.log\n',
      'sub/.gitignore': '!keep.log\nlocal.ts\n',
      '.git/config': 'needle',
      'build/a.ts': 'needle',
      'a.log': 'needle',
      'sub/keep.log': 'needle',
      'sub/local.ts': 'needle',
      'b.ts': 'needle',
    })
    expect(await search({ pattern: 'needle' })).toBe('b.ts:1:needle\nsub/keep.log:1:needle\n[2 found]')
    expect(await search({ pattern: 'needle', file_glob: '*.ts' })).toBe('b.ts:1:needle\n[1 found]')
    expect(await search({ pattern: '*.log', target: 'files' })).toBe('sub/keep.log\n[1 found]')
  })

  test('returns results in pages', async () => {
    await put({ a: Array.from({ length: 7 }, (_, n) => `needle ${n}\n`).join('') })
    expect(await search({ pattern: 'needle', limit: 3 })).toMatch(
      /^a:1:needle 0\n.*\na:3:needle 2\n\[1-3; continue with offset=3\]$/s,
    )
    expect(await search({ pattern: 'needle', limit: 3, offset: 6 })).toBe('a:7:needle 6\n[7-7]')
    expect(await search({ pattern: 'needle', offset: 7 })).toBe('[nothing found from offset 7 on]')
  })

  test('bounds long lines and many matches', async () => {
    await put({ 'min.js': `${'x'.repeat(100_000)}needle`, many: `needle ${'y'.repeat(400)}\n`.repeat(2_000) })
    const found = await search({ pattern: 'needle', limit: 1_000 })
    expect(found.length).toBeLessThan(60_000)
    expect(found).toMatch(/continue with offset=\d+\]$/)
  })

  test('omits secrets, binary data and the targets of links', async () => {
    await put({
      '.env': 'TOKEN=needle',
      '.ssh/id_ed25519': 'needle',
      'server.txt': '-----BEGIN PRIVATE KEY-----\nneedle\n',
      'data.bin': 'needle\0\n',
      'ok.txt': 'needle\n',
    })
    await symlink('ok.txt', join(folder, 'link.txt'))
    expect(await search({ pattern: 'needle' })).toBe('ok.txt:1:needle\n[1 found]')
    expect(await search({ pattern: 'needle', path: '.env' })).toMatch(/may not be read/)
    expect(await search({ pattern: 'env', target: 'files' })).toBe('[nothing found]')
  })

  test('explains an invalid pattern and a missing folder', async () => {
    expect(await search({ pattern: 'foo(' })).toMatch(/^The pattern is not a valid regular expression \(.+\)/)
    expect(await search({ pattern: 'x', path: 'nowhere' })).toBe('There is no file or folder nowhere.')
    expect(await search({ pattern: '' })).toMatch(/pattern is empty/)
  })

  test('searches names with quotes and spaces', async () => {
    await put({ "it's $HOME/a b.txt": 'needle' })
    expect(await search({ pattern: "needle|it's", path: "it's $HOME" })).toBe("it's $HOME/a b.txt:1:needle\n[1 found]")
    expect(await search({ pattern: '-x', path: '.' })).toBe('[nothing found]')
  })

  test('handles a line of many megabytes', async () => {
    await put({ 'long.txt': `needle${'ab'.repeat(4_000_000)}\nneedle again\n` })
    expect(await search({ pattern: '(a|b)+c|needle', output_mode: 'count' })).toBe('long.txt:2\n[1 found]')
  })

  test('runs a pattern with exponential backtracking in linear time', async () => {
    await put({ a: 'a'.repeat(5_000) })
    expect(await search({ pattern: '^(a+)+$', output_mode: 'files_only' })).toBe('a\n[1 found]')
    expect(await search({ pattern: '^(a+)+b$' })).toBe('[nothing found]')
  })
})
