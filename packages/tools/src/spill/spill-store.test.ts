import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Environment, Logger } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSpillStore } from './create-spill-store.js'
import { spillEnvironment } from './spill-environment.js'
import { spillFolder } from './spill-folder.js'
import { spillName } from './spill-name.js'
import type { SpillPlace } from './spill-place.js'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hermes-spill-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const newFolder = () => mkdtemp(join(root, 'place-'))
const origin = { conversation: '20260314_101500_ab12cd', callId: 'call_1' }
const listeningLogger = () => {
  const lines: string[] = []
  const logger: Logger = { log: (_, message) => lines.push(message) }
  return { lines, logger }
}

describe('a text', () => {
  test('is stored byte for byte in a private file', async () => {
    const folder = join(await newFolder(), 'cache', 'spillover')
    const text = 'größer 😀\r\n\0\t\n\n'.repeat(5_000)
    const file = await createSpillStore({ place: spillFolder({ folder }) }).keep(text, origin)
    expect(file).toMatchObject({ characters: text.length, isCut: false })
    expect(dirname(file?.path ?? '')).toBe(folder)
    expect(await readFile(file?.path ?? '')).toEqual(Buffer.from(text))
    expect((await stat(file?.path ?? '')).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  test('is the same for any chunk boundaries', async () => {
    const folder = await newFolder()
    const store = createSpillStore({ place: spillFolder({ folder }) })
    const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '\uD83D', '\uDE00', '\n'), maxLength: 20 }))
    await fc.assert(
      fc.asyncProperty(pieces, async (parts) => {
        const writer = store.open(origin, { shortUpTo: 3 })
        await Promise.all(parts.map((part) => writer.write(part)))
        const file = await writer.close()
        const text = parts.join('')
        expect(file === undefined).toBe(text.length <= 3)
        if (file) expect(await readFile(file.path, 'utf8')).toBe(text.toWellFormed())
        if (file) expect(file.characters).toBe(text.length)
      }),
      { numRuns: 60 },
    )
  })

  test('is not stored in a file while it stays short', async () => {
    const folder = join(await newFolder(), 'none')
    const writer = createSpillStore({ place: spillFolder({ folder }) }).open(origin, { shortUpTo: 10 })
    await writer.write('12345')
    await writer.write('67890')
    expect(await writer.close()).toBeUndefined()
    await expect(stat(folder)).rejects.toThrow(/ENOENT/)
  })

  test('is invisible until it is complete, and deleted when it is discarded', async () => {
    const folder = await newFolder()
    const store = createSpillStore({ place: spillFolder({ folder }) })
    const writer = store.open(origin, { shortUpTo: 0 })
    await writer.write('half')
    expect(await readdir(folder)).toEqual([expect.stringMatching(/\.part$/)])
    await writer.discard()
    await writer.write('more')
    expect(await writer.close()).toBeUndefined()
    expect(await readdir(folder)).toEqual([])
    const closed = store.open(origin, { shortUpTo: 0 })
    await closed.write('whole')
    expect(await closed.close()).toEqual(await closed.close())
    await closed.discard()
    expect(await readdir(folder)).toEqual([])
  })

  test('is truncated at the maximum file size, never inside a character', async () => {
    const place = spillFolder({ folder: await newFolder(), maxFileBytes: 10 })
    const file = await createSpillStore({ place }).keep('ab😀😀😀', origin)
    expect(file).toMatchObject({ isCut: true, characters: 6 })
    expect(await readFile(file?.path ?? '', 'utf8')).toBe('ab😀😀')
  })
})

describe('the place', () => {
  test('deletes the oldest files first, but no unrelated file', async () => {
    const folder = await newFolder()
    await writeFile(join(folder, 'notes.txt'), 'x'.repeat(50_000))
    const store = createSpillStore({ place: spillFolder({ folder, quota: { maxTotalBytes: 3_000 } }) })
    const first = await store.keep('1'.repeat(1_000), origin)
    await utimes(first?.path ?? '', new Date(1_000), new Date(1_000))
    const old = createSpillStore({ place: spillFolder({ folder, quota: { maxTotalBytes: 3_000 }, now: () => 2_000 }) })
    const second = await old.keep('2'.repeat(1_000), origin)
    const third = await old.keep('3'.repeat(1_500), origin)
    const left = await readdir(folder)
    expect(left.toSorted()).toEqual(
      ['notes.txt', ...[second, third].map((file) => file?.path.slice(folder.length + 1) ?? '')].toSorted(),
    )
  })

  test('deletes expired files', async () => {
    const folder = await newFolder()
    const store = createSpillStore({ place: spillFolder({ folder, quota: { maxAgeMs: 1_000 } }) })
    const old = await store.keep('old', origin)
    await utimes(old?.path ?? '', new Date(0), new Date(0))
    const fresh = await store.keep('new', origin)
    expect(await readdir(folder)).toEqual([fresh?.path.slice(folder.length + 1)])
  })

  test('logs text that it could not store and does not fail', async () => {
    const { lines, logger } = listeningLogger()
    const blocked = join(await newFolder(), 'file')
    await writeFile(blocked, '')
    const nowhere = createSpillStore({ place: spillFolder({ folder: join(blocked, 'x') }), logger })
    expect(await nowhere.keep('text', origin)).toBeUndefined()
    const full = spillFolder({ folder: await newFolder(), quota: { maxTotalBytes: 3 } })
    expect(await createSpillStore({ place: full, logger }).keep('text', origin)).toBeUndefined()
    expect(lines).toHaveLength(2)
  })

  test('leaves no file behind after a failure', async () => {
    const { lines, logger } = listeningLogger()
    let isDiscarded = false
    const place: SpillPlace = {
      maxFileBytes: 1_000,
      begin: async () => ({
        append: () => Promise.reject(new Error('The disk is gone.')),
        finish: async () => 'never',
        discard: async () => {
          isDiscarded = true
        },
      }),
    }
    const writer = createSpillStore({ place, logger }).open(origin, { shortUpTo: 0 })
    await writer.write('a')
    await writer.write('b')
    expect(await writer.close()).toBeUndefined()
    expect(isDiscarded).toBe(true)
    expect(lines).toHaveLength(1)
  })

  test('uses safe names for any ids', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (sessionId, callId) => {
        expect(spillName({ conversation: sessionId, callId })).toMatch(/^output-\w*-\w*-[0-9a-f]{8}\.txt$/)
        expect(spillName({ conversation: sessionId, callId }).length).toBeLessThan(100)
      }),
    )
  })
})

describe('an environment', () => {
  const within = async (folder: string, work: (environment: Environment) => Promise<void>) => {
    const variables = { ...process.env, TMPDIR: folder }
    const environment = createLocalEnvironment({ workingDirectory: folder, variables })
    try {
      await work(environment)
    } finally {
      await environment[Symbol.asyncDispose]()
    }
  }

  test('uses its own temporary folder, even after a restart', async () => {
    const folder = await newFolder()
    await within(folder, async (environment) => {
      const keep = () => createSpillStore({ place: spillEnvironment({ environment }) }).keep('größer', origin)
      const [first, second] = [await keep(), await keep()]
      expect(Buffer.from(await environment.files.read(first?.path ?? '')).toString()).toBe('größer')
      expect(dirname(first?.path ?? '')).toBe(dirname(second?.path ?? ''))
      expect(first?.path.startsWith(folder)).toBe(true)
      expect((await stat(dirname(first?.path ?? ''))).mode & 0o777).toBe(0o700)
    })
  })

  test('does not use a folder created by another user', async () => {
    const folder = await newFolder()
    const trap = await newFolder()
    await chmod(trap, 0o777)
    await symlink(trap, join(folder, `hermes-output-${process.getuid?.()}`))
    await within(folder, async (environment) => {
      const file = await createSpillStore({ place: spillEnvironment({ environment }) }).keep('text', origin)
      expect(await readdir(trap)).toEqual([])
      expect(file?.path.startsWith(`${folder}/hermes-output-`)).toBe(true)
    })
  })

  test('enforces a quota', async () => {
    await within(await newFolder(), async (environment) => {
      const place = spillEnvironment({ environment, quota: { maxTotalBytes: 10 } })
      const store = createSpillStore({ place })
      const first = await store.keep('12345678', origin)
      expect(await store.keep('12345678901', origin)).toBeUndefined()
      expect(await environment.files.stat(first?.path ?? '')).toBeDefined()
      expect(await store.keep('87654321', origin)).toBeDefined()
      expect(await environment.files.stat(first?.path ?? '')).toBeUndefined()
    })
  })
})
