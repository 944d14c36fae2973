import type { FileSystem } from '@hermes/core/environment'
import { expect, test } from 'vitest'
import { decode, encode } from './run-command.js'

export function describeFiles(
  files: () => FileSystem,
  run: (command: string) => Promise<{ readonly stdout: string }>,
): void {
  test('shows commands and files the same content', async () => {
    await files().write('deep/down/a.txt', encode('from a file'))
    expect((await run('cat deep/down/a.txt')).stdout).toBe('from a file')
    await run('printf "from a command" > b.txt')
    expect(decode(await files().read('b.txt'))).toBe('from a command')
  })

  test('reads part of a file, even past its end', async () => {
    await files().write('a.txt', encode('0123456789'))
    expect(decode(await files().read('a.txt', { start: 3, length: 4 }))).toBe('3456')
    expect(decode(await files().read('a.txt', { start: 8, length: 100 }))).toBe('89')
    expect(decode(await files().read('a.txt', { start: 50, length: 1 }))).toBe('')
  })

  test('preserves any bytes', async () => {
    const all = Uint8Array.from({ length: 256 }, (_, index) => index)
    await files().write('all', all)
    expect([...(await files().read('all'))]).toEqual([...all])
  })

  test('keeps the permissions of a replaced file', async () => {
    await run('echo old > tool; chmod 751 tool')
    await files().write('tool', encode('new'))
    expect((await run('ls -l tool')).stdout).toMatch(/^-rwxr-x--x/)
  })

  test('writes through a link to its target', async () => {
    await run('echo old > target; ln -s target link')
    await files().write('link', encode('new'))
    expect((await run('cat target; test -L link && echo linked')).stdout).toBe('newlinked\n')
  })

  test('leaves no trace of a failed write', async () => {
    await run('mkdir folder')
    await expect(files().write('folder', encode('x'))).rejects.toMatchObject({ code: 'EISDIR' })
    expect((await files().list('.')).map((entry) => entry.name)).toEqual(['folder'])
  })

  test('throws errors with system codes', async () => {
    await expect(files().read('nothing')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(files().read('.')).rejects.toMatchObject({ code: 'EISDIR' })
    await expect(files().remove('nothing')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(files().list('nothing')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('returns kind and size from stat, and undefined for a missing path', async () => {
    await run('printf 12345 > file; mkdir folder; ln -s folder link; ln -s nowhere broken; mkfifo pipe')
    expect(await files().stat('file')).toMatchObject({ kind: 'file', size: 5 })
    expect(await files().stat('link')).toMatchObject({ kind: 'directory' })
    expect(await files().stat('broken')).toMatchObject({ kind: 'other' })
    expect(await files().stat('pipe')).toMatchObject({ kind: 'other' })
    expect(await files().stat('nothing')).toBeUndefined()
    expect(await files().stat('file/below')).toBeUndefined()
  })

  test('lists entries with their kinds', async () => {
    await run('touch file; mkdir folder; ln -s folder link; ln -s nowhere broken')
    const entries = await files().list('.')
    expect(Object.fromEntries(entries.map(({ name: entry, kind }) => [entry, kind]))).toEqual({
      file: 'file',
      folder: 'directory',
      link: 'directory',
      broken: 'other',
    })
  })

  test('removes a link, not its target', async () => {
    await run('echo kept > target; ln -s target link')
    await files().remove('link')
    expect((await files().list('.')).map((entry) => entry.name)).toEqual(['target'])
  })

  test('resolves links and ".." as far as the path exists', async () => {
    await run('mkdir -p real/inner; ln -s real/inner link; ln -s real/later dangling')
    const root = await files().resolve('.')
    expect(root.startsWith('/')).toBe(true)
    expect(await files().resolve('link/../new/file')).toBe(`${root}/real/new/file`)
    expect(await files().resolve('dangling/x')).toBe(`${root}/real/later/x`)
    expect(await files().resolve('not/there/../here')).toBe(`${root}/not/here`)
  })
}
