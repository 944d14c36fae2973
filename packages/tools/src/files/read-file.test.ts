import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalEnvironment } from '@hermes/environments'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createToolExecutor } from '../executor/executor.js'
import { createToolRegistry } from '../registry/registry.js'
import { type FileToolsOptions, fileTools } from './file-tools.js'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-read-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function read(args: object, options: Partial<FileToolsOptions> = {}) {
  await using environment = createLocalEnvironment({ workingDirectory: folder, variables: { HOME: folder } })
  const executor = createToolExecutor({ registry: createToolRegistry(fileTools({ environment, ...options })) })
  const call = { id: '1', type: 'function', function: { name: 'read_file', arguments: JSON.stringify(args) } } as const
  const context = { sessionId: 's', taskId: 't', signal: AbortSignal.timeout(20_000) }
  for await (const event of executor.execute([call], context)) {
    if (event.type === 'tool-end') return { text: String(event.message.content), isError: event.isError }
  }
  throw new Error('no result')
}

async function readText(content: string | Uint8Array, args: object = {}, options: Partial<FileToolsOptions> = {}) {
  await writeFile(join(folder, 'file.txt'), content)
  return (await read({ path: 'file.txt', ...args }, options)).text
}

test('numbers lines and ends with the total', async () => {
  expect(await readText('one\ntwo\n')).toBe('1|one\n2|two\n[lines 1-2 of 2]')
  expect(await readText('one\n\nthree')).toBe('1|one\n2|\n3|three\n[lines 1-3 of 3]')
  expect(await readText('')).toBe('[the file is empty]')
})

test('shows how to continue after a part', async () => {
  const text = Array.from({ length: 10 }, (_, n) => `line ${n + 1}`).join('\n')
  expect(await readText(text, { offset: 4, limit: 2 })).toBe(
    '4|line 4\n5|line 5\n[lines 4-5 of 10; read on with offset=6]',
  )
  expect(await readText(text, { offset: 9 })).toBe('9|line 9\n10|line 10\n[lines 9-10 of 10]')
  expect(await readText(text, { offset: 11 })).toBe('[the file has 10 lines: offset 11 is past its end]')
  expect(await readText(text, { offset: '0', limit: '1' })).toMatch(/^1\|line 1\n\[lines 1-1 of 10/)
})

test('bounds long lines and long files', async () => {
  const line = await readText(`${'x'.repeat(50_000)}\nend`)
  expect(line).toMatch(/^1\|x{2000} \[cut: this line has 50000 bytes\]\n2\|end\n/)
  const all = await readText(`${'y'.repeat(1_500)}\n`.repeat(3_000), { limit: 99_999 })
  expect(all.length).toBeLessThanOrEqual(100_000)
  const [, last] = /\[lines 1-(\d+) of 3000; read on with offset=\d+\]$/.exec(all) ?? []
  expect(all).toContain(`\n${last}|yyy`)
  expect((await readText('z\n'.repeat(5_000), { limit: 99_999 })).split('\n')).toHaveLength(2_001)
})

test('counts the lines of a file that is read in chunks, unless it is too long', async () => {
  const text = `${'0123456789'.repeat(7)}\n`.repeat(60_000)
  expect(await readText(text, { offset: 59_999 })).toMatch(/^59999\|.*\n60000\|.*\n\[lines 59999-60000 of 60000\]$/)
  const limited = { limits: { countBytes: 2 ** 20 } }
  expect(await readText(text, { limit: 1 }, limited)).toMatch(
    /\n\[lines 1-1; the file continues and has 4260000 bytes; read on with offset=2\]$/,
  )
  expect(await readText(text, { offset: 60_000 }, limited)).toMatch(/\[lines 60000-60000 of 60000\]$/)
})

test('hides byte order marks, UTF-16 and CRLF', async () => {
  expect(await readText('\uFEFFone\r\ntwo\r\n')).toBe('1|one\n2|two\n[lines 1-2 of 2]')
  const wide = Buffer.from('\uFEFFgrün\r\nweiß\r\n', 'utf16le')
  expect(await readText(wide)).toBe('1|grün\n2|weiß\n[lines 1-2 of 2]')
  expect(await readText(wide.swap16())).toBe('1|grün\n2|weiß\n[lines 1-2 of 2]')
})

test('decodes lines that are not UTF-8 as Windows-1252 and reports it', async () => {
  expect(await readText(Buffer.from('gr\xfcn \x80\nok\n', 'latin1'))).toBe(
    '1|grün €\n2|ok\n[lines 1-2 of 2] Lines that are not UTF-8 are shown as Windows-1252.',
  )
})

test.each([
  ['PNG image', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1')],
  ['PDF document', Buffer.from('%PDF-1.7\n')],
  ['SQLite database', Buffer.from('SQLite format 3\0')],
  ['binary data', Buffer.from([1, 2, 0, 3])],
])('names the kind of binary files: %s', async (kind, content) => {
  await writeFile(join(folder, 'file'), content)
  const { text, isError } = await read({ path: 'file' })
  expect(isError).toBe(true)
  expect(text).toContain(`(${kind}, ${content.length} bytes)`)
  expect(text.includes('looks at pictures')).toBe(kind.endsWith('image'))
})

test('explains why a path is not a file', async () => {
  await writeFile(join(folder, 'config.yaml'), '')
  expect((await read({ path: 'confg.yml' })).text).toMatch(/no file confg\.yml.*config\.yaml/)
  expect((await read({ path: 'nowhere/x' })).text).toMatch(/nowhere does not exist/)
  expect((await read({ path: '.' })).text).toMatch(/is a folder.*search_files/)
  expect((await read({ path: ' ' })).text).toMatch(/path is empty/)
  execFileSync('mkfifo', [join(folder, 'pipe')])
  expect((await read({ path: 'pipe' })).text).toMatch(/a pipe/)
  await symlink('/dev/zero', join(folder, 'zeros'))
  expect((await read({ path: 'zeros' })).text).toMatch(/may not be read.*device/)
})

test('refuses private keys by name, by content and through links', async () => {
  await mkdir(join(folder, '.ssh'))
  await writeFile(join(folder, '.ssh', 'work'), 'secret')
  await writeFile(join(folder, 'server.txt'), '-----BEGIN RSA PRIVATE KEY-----\nMIIE')
  await symlink('.ssh/work', join(folder, 'notes.txt'))
  for (const path of ['.ssh/work', '~/.ssh/work', 'server.txt', 'notes.txt']) {
    const { text, isError } = await read({ path })
    expect(isError, path).toBe(true)
    expect(text).not.toMatch(/secret|MIIE/)
  }
})
