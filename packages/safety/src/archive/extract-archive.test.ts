import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextRound } from 'node:timers/promises'
import { type Zippable, zipSync } from 'fflate'
import * as tar from 'tar'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ArchiveEntry } from './archive-entry.js'
import { ArchiveError } from './archive-error.js'
import { extractArchive, extractEntries } from './extract-archive.js'
import { openArchive } from './open-archive.js'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-archive-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

const inside = (name: string) => join(folder, name)

interface ZipContent {
  readonly name: string
  readonly content: string | Buffer
  readonly mode?: number
}

async function zip(contents: readonly ZipContent[]): Promise<string> {
  const files: Zippable = {}
  for (const { name, content, mode = 0o100644 } of contents) {
    files[name] = [Buffer.from(content), { os: 3, attrs: mode * 2 ** 16 }]
  }
  await writeFile(inside('a.zip'), zipSync(files))
  return inside('a.zip')
}

/** Changes a name to one that archive writers reject. */
async function rename(archive: string, from: string, to: string): Promise<void> {
  expect(to).toHaveLength(from.length)
  const bytes = await readFile(archive, 'latin1')
  await writeFile(archive, bytes.replaceAll(from, to), 'latin1')
}

async function makeTree(): Promise<void> {
  await mkdir(inside('tree/bin'), { recursive: true })
  await mkdir(inside('tree/empty'))
  await writeFile(inside('tree/read me.md'), 'héllo\n')
  await writeFile(inside('tree/bin/run'), '#!/bin/sh\n', { mode: 0o4755 })
  await writeFile(inside('tree/big'), Buffer.alloc(3 * 2 ** 20, 'x'))
}

/** Asserts that no file is left in or next to the target. */
async function expectRefused(unpack: () => Promise<unknown>, message: RegExp): Promise<void> {
  const before = (await readdir(folder)).sort()
  const error = await unpack().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ArchiveError)
  expect(String(error)).toMatch(message)
  expect((await readdir(folder)).filter((name) => !before.includes(name))).toEqual([])
}

for (const gzip of [false, true]) {
  test(`extracts a ${gzip ? 'gzipped ' : ''}tar file without special permission bits`, async () => {
    await makeTree()
    await tar.create({ file: inside('a.tar'), cwd: inside('tree'), gzip }, ['read me.md', 'bin', 'empty', 'big'])
    const written = await extractArchive(inside('a.tar'), inside('out'))
    expect([...written].sort()).toEqual(['big', 'bin/run', 'read me.md'])
    expect(await readFile(inside('out/read me.md'), 'utf8')).toBe('héllo\n')
    expect((await stat(inside('out/bin/run'))).mode & 0o7777).toBe(0o755)
    expect((await stat(inside('out/read me.md'))).mode & 0o7777).toBe(0o644)
    expect((await stat(inside('out/big'))).size).toBe(3 * 2 ** 20)
    expect(await readdir(inside('out/empty'))).toEqual([])
  })
}

test('extracts a zip file', async () => {
  const archive = await zip([
    { name: 'skill/SKILL.md', content: '# skill' },
    { name: 'skill/run.sh', content: 'echo', mode: 0o100755 },
  ])
  expect(await extractArchive(archive, inside('out'))).toEqual(['skill/SKILL.md', 'skill/run.sh'])
  expect(await readFile(inside('out/skill/SKILL.md'), 'utf8')).toBe('# skill')
  expect((await stat(inside('out/skill/run.sh'))).mode & 0o111).toBe(0o111)
})

test('extracts archives that are held in memory', async () => {
  await makeTree()
  const archive = await zip([{ name: 'skill/SKILL.md', content: '# skill' }])
  await tar.create({ file: inside('a.tgz'), cwd: inside('tree'), gzip: true }, ['read me.md', 'big'])
  expect(await extractArchive(await readFile(archive), inside('zip'))).toEqual(['skill/SKILL.md'])
  expect(await extractArchive(await readFile(inside('a.tgz')), inside('tar'))).toEqual(['read me.md', 'big'])
  expect(await readFile(inside('tar/big'), 'utf8')).toBe('x'.repeat(3 * 2 ** 20))
})

test('rejects what the policy rejects, and accepts the names of own files on request', async () => {
  const archive = await zip([
    { name: 'a. ', content: '1' },
    { name: 'a', content: '2' },
  ])
  await expectRefused(() => extractArchive(archive, inside('out')), /twice/)
  const refuses = (path: string) => (path === 'a' ? 'is not wanted' : undefined)
  await expectRefused(() => extractArchive(archive, inside('out'), { names: 'own', refuses }), /"a" is not wanted/)
  expect(await extractArchive(archive, inside('out'), { names: 'own', isPrivate: true })).toEqual(['a. ', 'a'])
  expect((await stat(inside('out/a'))).mode & 0o777).toBe(0o600)
})

test('rejects a zip file whose content was changed', async () => {
  const archive = await zip([{ name: 'a', content: 'x'.repeat(100) }])
  const bytes = await readFile(archive)
  const at = bytes.indexOf('PK\u0001\u0002')
  bytes.writeUInt32LE(1, at + 16)
  await expectRefused(() => extractArchive(bytes, inside('out')), /"a" is damaged/)
})

test('does not extract into a folder that has files', async () => {
  const archive = await zip([{ name: 'a', content: 'new' }])
  await mkdir(inside('out'))
  await writeFile(inside('out/mine'), 'old')
  await expectRefused(() => extractArchive(archive, inside('out')), /is not empty/)
  expect(await readdir(inside('out'))).toEqual(['mine'])
})

describe('malicious archives', () => {
  test('rejects a zip name that leads out of the folder', async () => {
    const archive = await zip([
      { name: 'good', content: 'x' },
      { name: 'aa/evil', content: 'x' },
    ])
    await rename(archive, 'aa/evil', '../evil')
    await expectRefused(() => extractArchive(archive, inside('out')), /leads out/)
  })

  test('rejects a zip entry that is a link', async () => {
    const archive = await zip([{ name: 'link', content: '/etc/passwd', mode: 0o120777 }])
    await expectRefused(() => extractArchive(archive, inside('out')), /is a link/)
  })

  test('rejects a tar file that writes through its own link', async () => {
    await mkdir(inside('tree'))
    await symlink(tmpdir(), inside('tree/link'))
    await tar.create({ file: inside('a.tar'), cwd: inside('tree') }, ['link'])
    await expectRefused(() => extractArchive(inside('a.tar'), inside('out')), /is a link/)
  })

  test('stops at the limits, by declared and by actual size', async () => {
    const archive = await zip([{ name: 'zeros', content: Buffer.alloc(20 * 2 ** 20) }])
    await expectRefused(() => extractArchive(archive, inside('out')), /grows to more than 200 times/)
    await expectRefused(
      () => extractArchive(archive, inside('out'), { limits: { fileBytes: 2 ** 20 } }),
      /more than 1 MB/,
    )
    let sent = 0
    const endless: ArchiveEntry = {
      name: 'endless',
      kind: 'file',
      async *content() {
        for (;;) {
          sent += 2 ** 16
          yield Buffer.alloc(2 ** 16)
        }
      },
    }
    await expectRefused(() => extractEntries([endless], inside('out'), { limits: { fileBytes: 2 ** 20 } }), /1 MB/)
    expect(sent).toBeLessThan(1.1 * 2 ** 20)
  })

  test('rejects a list of too many entries before it writes anything', async () => {
    const entries = Array.from({ length: 11 }, (_, index) => file(`f${index}`))
    const { mtimeMs } = await stat(folder)
    await expectRefused(() => extractEntries(entries, inside('out'), { limits: { entries: 10 } }), /10 entries/)
    expect((await stat(folder)).mtimeMs).toBe(mtimeMs)
  })

  test.each(['zip', 'tar', 'tgz'])(
    'rejects a %s with too many small files before it writes anything',
    async (format) => {
      const names = Array.from({ length: 10_001 }, (_, index) => `f${index}`)
      const archive =
        format === 'zip' ? await zip(names.map((name) => ({ name, content: name }))) : inside(`a.${format}`)
      if (format !== 'zip') {
        await mkdir(inside('tree'))
        await Promise.all(names.map((name) => writeFile(inside(`tree/${name}`), name)))
        await tar.create({ file: archive, cwd: inside('tree'), gzip: format === 'tgz' }, names)
      }
      const { mtimeMs } = await stat(folder)
      await expectRefused(() => extractArchive(archive, inside('out')), /more than 10,000 entries/)
      // Creating a staging folder beside the target would change this time.
      expect((await stat(folder)).mtimeMs).toBe(mtimeMs)
    },
  )

  test('rejects a link at the end of an archive before it writes any file', async () => {
    const archive = await zip([
      { name: 'good', content: 'x' },
      { name: 'link', content: '/etc/passwd', mode: 0o120777 },
    ])
    const { mtimeMs } = await stat(folder)
    await expectRefused(() => extractArchive(archive, inside('out')), /is a link/)
    expect((await stat(folder)).mtimeMs).toBe(mtimeMs)
  })

  test('rejects a truncated archive', async () => {
    await makeTree()
    await tar.create({ file: inside('a.tgz'), cwd: inside('tree'), gzip: true }, ['read me.md', 'big'])
    await truncate(inside('a.tgz'), (await stat(inside('a.tgz'))).size - 40)
    await expectRefused(() => extractArchive(inside('a.tgz'), inside('out')), /broken/)
    await writeFile(inside('a.zip'), 'PK and nothing else')
    await expectRefused(() => extractArchive(inside('a.zip'), inside('out')), /broken/)
    await writeFile(inside('a.txt'), 'no archive at all')
    await expectRefused(() => extractArchive(inside('a.txt'), inside('out')), /broken/)
  })

  test.each([
    ['../evil'],
    ['a/../../evil'],
    ['..'],
    ['/etc/evil'],
    ['C:\\evil'],
    ['c:evil'],
    ['..\\evil'],
    ['．．/evil'],
    ['‥/evil'],
    ['..\u2215evil'],
    ['.. /evil'],
    ['a\u202etxt.exe'],
    ['a\0b'],
    ['a\nb'],
    [''],
    ['\ud800'],
    [`${'x'.repeat(256)}`],
  ])('rejects the name %j', async (name) => {
    await expectRefused(() => extractEntries([file('good'), file(name)], inside('out')), /was refused/)
  })

  test.each([
    [[file('a'), file('a')]],
    [[file('a'), file('A')]],
    [[file('a'), file('./a')]],
    [[file('a'), file('a/b')]],
    [[file('a/b'), file('a')]],
    [[file('é'), file('e\u0301')]],
    [[file('straße'), file('STRASSE')]],
    [[file('a'), file('a. ')]],
  ])('rejects two entries for the same path: %j', async (entries) => {
    await expectRefused(() => extractEntries(entries, inside('out')), /twice/)
  })
})

test.each([
  ['a..b'],
  ['...'],
  ['..a'],
  ['12:30.txt'],
  ['میخ\u200cواهم.txt'],
  ['👩‍💻.md'],
  ['.hidden'],
  ['a/./b'],
  ['aux'],
  ['naïve – file (1).txt'],
  ['a//b'],
])('accepts the name %j', async (name) => {
  expect(await extractEntries([file(name)], inside('out'))).toHaveLength(1)
})

function file(name: string): ArchiveEntry {
  return {
    name,
    kind: 'file',
    async *content() {
      yield Buffer.from('x')
    },
  }
}

test('lets the event loop turn while it reads thousands of entries from a few bytes', async () => {
  await mkdir(inside('tree'))
  const names = Array.from({ length: 3_000 }, (_, index) => `tree/${index}`)
  await Promise.all(names.map((name) => writeFile(inside(name), '')))
  await tar.create({ file: inside('a.tgz'), cwd: folder, gzip: true }, ['tree'])
  let rounds = 0
  let isRunning = true
  const turning = (async () => {
    for (; isRunning; rounds += 1) await nextRound()
  })()
  const entriesOf = new Map<number, number>()
  for await (const { name } of openArchive(inside('a.tgz'))) {
    expect(name).toMatch(/^tree/)
    entriesOf.set(rounds, (entriesOf.get(rounds) ?? 0) + 1)
  }
  isRunning = false
  await turning
  const entries = [...entriesOf.values()]
  expect(entries.reduce((sum, count) => sum + count)).toBe(3_001)
  expect(Math.max(...entries)).toBeLessThan(1_500)
})
