import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FileSystem } from '@hermes/core/environment'
import { openFolder } from '@hermes/safety/files'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFileSystem } from './file-system.js'

let folder: string
let files: FileSystem

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'hermes-files-')))
  files = createFileSystem({ workingDirectory: folder, home: folder })
  await mkdir(join(folder, 'public'))
  await mkdir(join(folder, 'secret'))
  await writeFile(join(folder, 'public/a'), 'harmless')
  await writeFile(join(folder, 'secret/a'), 'protected')
})
afterEach(() => rm(folder, { recursive: true }))

const judged = () => ({ resolvesTo: join(folder, 'public/a') })
const text = (name: string) => readFile(join(folder, name), 'utf8')

describe('a path that changed after it was checked', () => {
  test.each([
    ['a link to a file', async () => symlink('secret/a', join(folder, 'path')), 'path'],
    ['a link to a folder', async () => symlink('secret', join(folder, 'path')), 'path/a'],
    [
      'the checked file itself, now a link',
      async () => {
        await rm(join(folder, 'public/a'))
        await symlink('../secret/a', join(folder, 'public/a'))
      },
      'public/a',
    ],
    [
      'the checked folder itself, now a link',
      async () => {
        await rm(join(folder, 'public'), { recursive: true })
        await symlink('secret', join(folder, 'public'))
      },
      'public/a',
    ],
  ])('is not read, written or removed: %s', async (_, swap, path) => {
    await swap()
    const refused = { code: 'ESTALE' }
    await expect(files.read(path, judged())).rejects.toMatchObject(refused)
    await expect(files.write(path, Buffer.from('written'), judged())).rejects.toMatchObject(refused)
    await expect(files.remove(path, judged())).rejects.toMatchObject(refused)
    expect(await text('secret/a')).toBe('protected')
    expect(await readdir(join(folder, 'secret'))).toEqual(['a'])
  })

  test('works for unchanged paths, including links', async () => {
    await symlink('public', join(folder, 'link'))
    expect(Buffer.from(await files.read('link/a', judged())).toString()).toBe('harmless')
    await files.write('link/a', Buffer.from('written'), judged())
    expect(await text('public/a')).toBe('written')
    const fresh = { resolvesTo: join(folder, 'public/deep/down/b') }
    await files.write('link/deep/down/b', Buffer.from('new'), fresh)
    expect(await text('public/deep/down/b')).toBe('new')
    await files.remove('link/a', judged())
    expect(await readdir(join(folder, 'public'))).toEqual(['deep'])
  })
})

test.skipIf(process.platform !== 'linux')(
  'an open folder handle follows its folder (Linux only: other kernels provide no such path)',
  async () => {
    await using held = await openFolder(join(folder, 'public'))
    await rm(join(folder, 'public'), { recursive: true })
    await symlink('secret', join(folder, 'public'))
    await expect(readFile(held.at('a'))).rejects.toMatchObject({ code: 'ENOENT' })
  },
)

test('always reads a complete file while it is replaced continuously', async () => {
  const [one, two] = [Buffer.alloc(5_000, 'a'), Buffer.alloc(5_000, 'b')]
  await files.write('public/a', one)
  let isOver = false
  const writing = (async () => {
    for (let round = 0; !isOver; round += 1) await files.write('public/a', round % 2 ? one : two)
  })()
  for (let round = 0; round < 100; round += 1) {
    const found = Buffer.from(await files.read('public/a', judged()))
    expect(found.equals(one) || found.equals(two)).toBe(true)
  }
  isOver = true
  await writing
})

test('keeps the old content and leaves no other file when the disk is full', async () => {
  // A file size limit simulates a full disk: the write fails in the middle.
  const script = `
    import { createFileSystem } from ${JSON.stringify(new URL('./file-system.ts', import.meta.url).href)}
    process.on('SIGXFSZ', () => undefined)
    const files = createFileSystem({ workingDirectory: ${JSON.stringify(folder)}, home: '/' })
    await files.write('public/a', Buffer.alloc(2 ** 20)).catch((error) => console.log(error.code))`
  const hooks = `import { registerHooks } from 'node:module'
    registerHooks({ resolve(specifier, context, next) {
      try { return next(specifier, context) } catch { return next(specifier.replace(/\\.js$/, '.ts'), context) }
    } })`
  const args = ['--conditions=@hermes/source', '--import', `data:text/javascript,${encodeURIComponent(hooks)}`]
  const command = 'ulimit -f 64; exec "$@"'
  const { stdout } = await promisify(execFile)('bash', [
    '-c',
    command,
    'bash',
    process.execPath,
    ...args,
    '--input-type=module',
    '--eval',
    script,
  ])
  expect(stdout.trim()).toBe('EFBIG')
  expect(await text('public/a')).toBe('harmless')
  expect(await readdir(join(folder, 'public'))).toEqual(['a'])
})
