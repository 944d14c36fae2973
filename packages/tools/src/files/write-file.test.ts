import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalEnvironment } from '@hermes/environments'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createToolExecutor } from '../executor/executor.js'
import { createToolRegistry } from '../registry/registry.js'
import { fileTools } from './file-tools.js'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-write-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function write(path: string, content: string) {
  await using environment = createLocalEnvironment({ workingDirectory: folder, variables: { HOME: folder } })
  const executor = createToolExecutor({ registry: createToolRegistry(fileTools({ environment })) })
  const args = JSON.stringify({ path, content })
  const call = { id: '1', type: 'function', function: { name: 'write_file', arguments: args } } as const
  const context = { sessionId: 's', taskId: 't', signal: AbortSignal.timeout(20_000) }
  for await (const event of executor.execute([call], context)) {
    if (event.type === 'tool-end') return { text: String(event.message.content), isError: event.isError }
  }
  throw new Error('no result')
}

test('creates a file with its folders, then replaces it', async () => {
  expect((await write('a/b/c.txt', 'one\ntwo\n')).text).toBe('Created a/b/c.txt (2 lines, 8 bytes).')
  expect((await write('a/b/c.txt', 'grün')).text).toBe('Replaced a/b/c.txt (1 line, 5 bytes).')
  expect(await readFile(join(folder, 'a/b/c.txt'), 'utf8')).toBe('grün')
  expect(await readdir(join(folder, 'a/b'))).toEqual(['c.txt'])
})

test('keeps the encoding, byte order mark and line ends of the old text', async () => {
  await writeFile(join(folder, 'crlf'), '\uFEFFone\r\ntwo\r\n')
  await write('crlf', '1\n2\r\n')
  expect(await readFile(join(folder, 'crlf'), 'utf8')).toBe('\uFEFF1\r\n2\r\n')
  await writeFile(join(folder, 'wide'), Buffer.from('\uFEFFone\n', 'utf16le'))
  await write('wide', 'two\n')
  expect(await readFile(join(folder, 'wide'), 'utf16le')).toBe('\uFEFFtwo\n')
  await writeFile(join(folder, 'western'), 'gr\xfcn\n', 'latin1')
  await write('western', 'blau, weiß\n')
  expect(await readFile(join(folder, 'western'), 'latin1')).toBe('blau, weiß\n')
  await write('western', '緑\n')
  expect(await readFile(join(folder, 'western'), 'utf8')).toBe('緑\n')
})

test('rejects text with line numbers, but not data that resembles it', async () => {
  expect(await write('a.ts', '1|one\n2|two\n[lines 1-2 of 2]')).toMatchObject({ isError: true })
  expect(await write('a.ts', '7|one\n8|two')).toMatchObject({ isError: true })
  expect(await write('a.psv', '1|one\n2|two')).toMatchObject({ isError: false })
  expect(await write('b.ts', '1|one\n5|five')).toMatchObject({ isError: false })
})

test('explains why a file cannot or must not be written', async () => {
  await mkdir(join(folder, 'sub'))
  await writeFile(join(folder, 'key.txt'), '-----BEGIN PRIVATE KEY-----\n')
  await symlink('.ssh', join(folder, 'link'))
  for (const [path, text] of [
    ['sub', /sub is a folder/],
    ['key.txt', /private key/],
    ['key.txt/below', /key\.txt\/below/],
    ['.ssh/config', /may not be written/],
    ['link/config', /may not be written/],
    ['/etc/hermes-test', /part of the system/],
    ['', /path is empty/],
  ] as const) {
    const result = await write(path, 'x')
    expect(result.isError, path).toBe(true)
    expect(result.text).toMatch(text)
  }
  expect((await readdir(folder)).sort()).toEqual(['key.txt', 'link', 'sub'])
})
