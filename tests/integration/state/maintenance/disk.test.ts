import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkStore, createSqliteReader, createSqliteStore } from '@hermes/state'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { say, storeFolder } from './fixtures.js'

// Each test reads and writes whole files, on possibly busy machines.
vi.setConfig({ testTimeout: 120_000 })

const { root, newPath } = storeFolder()
const writer = fileURLToPath(new URL('disk-writer.ts', import.meta.url))

const disk = join(root, 'disk')
mkdirSync(disk)
/** Whether there is a file system of a few megabytes, which only root may mount. */
const hasDisk =
  process.platform === 'linux' &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk], { stdio: 'ignore' }).status === 0
if (hasDisk) afterAll(() => void execFileSync('umount', [disk]))

describe.skipIf(!hasDisk)('on a small disk (needs root to mount one)', () => {
  test('reports a full disk, loses nothing, and continues when there is space', async () => {
    const path = join(disk, 'state.db')
    const store = await createSqliteStore({ path })
    await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
    writeFileSync(join(disk, 'filler'), Buffer.alloc(1_500_000))
    const stored: string[] = []
    let refusal: unknown
    for (let number = 0; refusal === undefined; number++) {
      const text = `${number} ${'x'.repeat(20_000)}`
      await store.messages.append('s', [say(text)]).then(
        () => stored.push(text),
        (error: unknown) => {
          refusal = error
        },
      )
    }
    expect(refusal).toMatchObject({ kind: 'full', message: expect.stringContaining('was not stored') })
    expect((await store.messages.load('s')).map(({ message }) => message.content)).toEqual(stored)

    rmSync(join(disk, 'filler'))
    await store.messages.append('s', [say('there is room again')])
    await store[Symbol.asyncDispose]()
    await using again = await createSqliteStore({ path })
    const texts = (await again.messages.load('s')).map(({ message }) => message.content)
    expect(texts).toEqual([...stored, 'there is room again'])
    await again[Symbol.asyncDispose]()
    expect((await checkStore({ path, depth: 'quick' })).problems).toEqual([])
    // The log did not fit into the file while both were on the disk, and the other tests need the space.
    for (const name of readdirSync(disk)) rmSync(join(disk, name))
  })
})

describe.skipIf(!hasDisk)('on a full disk (needs root to mount one)', () => {
  test('reports that when a store is opened', async () => {
    const path = join(disk, 'full.db')
    await (await createSqliteStore({ path }))[Symbol.asyncDispose]()
    const filler = join(disk, 'filler')
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k'], { stdio: 'ignore' })
    await expect(createSqliteStore({ path })).rejects.toMatchObject({ kind: 'full' })
    rmSync(filler)
    await (await createSqliteStore({ path }))[Symbol.asyncDispose]()
  })

  test('a reader reads what is stored, and writes nothing', async () => {
    const path = join(disk, 'readable.db')
    await expect(createSqliteReader({ path })).rejects.toMatchObject({ kind: 'not-found' })
    {
      await using store = await createSqliteStore({ path })
      await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
      await store.messages.append('s', [say('the teapot')])
      await store.search?.find({ text: 'teapot' })
    }
    const filler = join(disk, 'filler')
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k'], { stdio: 'ignore' })
    try {
      await using reader = await createSqliteReader({ path })
      expect((await reader.messages.load('s')).map(({ message }) => message.content)).toEqual(['the teapot'])
      expect(await reader.search?.find({ text: 'teapot' })).toHaveLength(1)
      await expect(reader.messages.append('s', [say('more')])).rejects.toMatchObject({ kind: 'unavailable' })
    } finally {
      rmSync(filler)
    }
    await using store = await createSqliteStore({ path })
    expect(await store.messages.append('s', [say('more')])).toBeDefined()
  })
})

describe.skipIf(!hasDisk)('on a read-only disk (needs root to mount one)', () => {
  test('reports it on opening, and leaves the file unchanged', async () => {
    const path = join(disk, 'read-only.db')
    await (await createSqliteStore({ path }))[Symbol.asyncDispose]()
    const before = readFileSync(path)
    execFileSync('mount', ['-o', 'remount,ro', disk])
    try {
      await expect(createSqliteStore({ path })).rejects.toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining('HERMES_HOME'),
      })
      expect(readFileSync(path).equals(before)).toBe(true)
    } finally {
      execFileSync('mount', ['-o', 'remount,rw', disk])
    }
  })
})

/** Whether there is a program that injects system call failures. */
const hasStrace =
  process.platform === 'linux' && spawnSync('strace', ['-o', '/dev/null', 'true'], { stdio: 'ignore' }).status === 0

interface Outcome {
  readonly acknowledged: readonly number[]
  readonly refused: readonly string[]
}

/** Writes thirty messages while a system call fails at certain times. */
function writeUnder(path: string, injection: string): Promise<Outcome> {
  const log = `${path}.strace`
  const args = ['-f', '-qq', '-o', log, '-e', `inject=${injection}`, process.execPath, '--no-warnings', writer, path]
  // strace counts the calls of each thread, and syncs to a slow disk run in the pool: with one thread, the counts are
  // known.
  const env = { ...process.env, UV_THREADPOOL_SIZE: '1' }
  const child = spawn('strace', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code !== 0) return reject(new Error(`The writer ended with ${code}: ${printed.stderr}`))
      const lines = printed.stdout
        .trim()
        .split('\n')
        .map((line) => line.split(' '))
      const of = (kind: string) =>
        lines.flatMap(([name, value]) => (name === kind && value !== undefined ? [value] : []))
      rmSync(log)
      resolve({ acknowledged: of('stored').map(Number), refused: of('refused') })
    })
  })
}

describe.skipIf(!hasStrace)('when system calls fail (needs strace)', () => {
  test.each([
    { name: 'writing, once', injection: 'pwrite64:error=EIO:when=40' },
    { name: 'writing, again and again', injection: 'pwrite64:error=EIO:when=30+7' },
    { name: 'writing, for want of room', injection: 'pwrite64:error=ENOSPC:when=50..70' },
    { name: 'syncing, once', injection: 'fsync,fdatasync:error=EIO:when=3' },
    { name: 'syncing, again and again', injection: 'fsync,fdatasync:error=EIO:when=8+3' },
  ])('$name: keeps acknowledged messages without damage', async ({ injection }) => {
    const path = newPath()
    {
      await using store = await createSqliteStore({ path })
      await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
    }
    const { acknowledged, refused } = await writeUnder(path, injection)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every((kind) => kind === 'unavailable' || kind === 'full')).toBe(true)

    await using store = await createSqliteStore({ path })
    const stored = (await store.messages.load('s')).map(({ message }) => Number(String(message.content).split(' ')[0]))
    expect(stored).toEqual(expect.arrayContaining([...acknowledged]))
    expect(new Set(stored).size).toBe(stored.length)
    expect(stored).toEqual(stored.toSorted((one, other) => one - other))
    expect((await checkStore({ path })).problems).toEqual([])
    expect(readdirSync(dirname(path)).filter((name) => name.includes('damage'))).toEqual([])
  })

  test('a disk that syncs slowly stores everything in order', async () => {
    const path = newPath()
    {
      await using store = await createSqliteStore({ path })
      await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
    }
    const { acknowledged, refused } = await writeUnder(path, 'fsync,fdatasync:delay_exit=3000')
    expect(refused).toEqual([])
    await using store = await createSqliteStore({ path })
    const stored = (await store.messages.load('s')).map(({ message }) => Number(String(message.content).split(' ')[0]))
    expect(stored).toEqual(acknowledged)
  })
})

test.runIf(process.platform === 'linux')('leaves no file open after closing', async () => {
  const open = () =>
    readdirSync('/proc/self/fd')
      .flatMap((fd) => linkOf(fd))
      .filter((name) => name.startsWith(root))
  const path = newPath()
  const store = await createSqliteStore({ path })
  await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
  expect(open().length).toBeGreaterThan(0)
  await store[Symbol.asyncDispose]()
  expect(open()).toEqual([])
  await checkStore({ path })
  expect(open()).toEqual([])
})

/** Returns the target of a descriptor. The one that listed the folder is closed by then. */
function linkOf(fd: string): readonly string[] {
  try {
    return [readlinkSync(`/proc/self/fd/${fd}`)]
  } catch {
    return []
  }
}
