import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import type { ArchiveLimits } from '@hermes/safety/archive'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toManifestText } from './manifest.js'
import { discardRestore, stageRestore } from './stage-restore.js'

let root: string
let home: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hermes-hostile-'))
  home = join(root, 'home')
  await writeFile(join(root, 'outside'), 'untouched')
  await mkdir(home)
  await writeFile(join(home, 'config.yaml'), 'old')
})
afterEach(() => rm(root, { recursive: true }))

/** An entry of an archive, with its faults. */
interface Part {
  readonly name: string | Buffer
  readonly content?: string | Buffer
  readonly mode?: number
  /** Declared size. Default: the actual size. */
  readonly bytes?: number
  readonly sum?: number
  readonly method?: number
  readonly flags?: number
  /** Name in the local header, if it differs. */
  readonly localName?: string
  /** Entry to embed, uncompressed, in the data of this entry. */
  readonly insideOf?: number
}

/** Builds a zip file byte by byte, because libraries only write valid ones. */
function zip(parts: readonly Part[]): Buffer {
  const places: number[] = []
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const { name, content = 'x', mode = 0o100600, method = 8, flags = 0x800, insideOf } = part
    const raw = Buffer.from(name)
    const data = Buffer.from(content)
    const packed = method === 8 ? deflateRawSync(data) : data
    const sum = part.sum ?? crc32(data)
    const bytes = part.bytes ?? data.length
    const localRaw = part.localName === undefined ? raw : Buffer.from(part.localName)
    const outer = insideOf === undefined ? undefined : parts[insideOf]
    const place = outer ? (places[insideOf ?? 0] ?? 0) + 30 + Buffer.from(outer.name).length : offset
    places.push(place)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(flags, 2)
    shared.writeUInt16LE(method, 4)
    shared.writeUInt32LE(sum, 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(bytes, 18)
    const withNameLength = (length: number) => {
      const copy = Buffer.from(shared)
      copy.writeUInt16LE(length, 22)
      return copy
    }
    if (!outer) {
      const head = Buffer.concat([
        Buffer.from('PK\x03\x04', 'latin1'),
        withNameLength(localRaw.length),
        localRaw,
        packed,
      ])
      local.push(head)
      offset += head.length
    }
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(mode * 0x10000, 6)
    tail.writeUInt32LE(place, 10)
    const madeByUnix = Buffer.from([0x3f, 3])
    central.push(Buffer.from('PK\x01\x02', 'latin1'), madeByUnix, withNameLength(raw.length), tail, raw)
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}

const manifest: Part = {
  name: 'manifest.json',
  content: toManifestText({ createdAtMs: 0, version: '1.0.0', kind: 'full', hasSecrets: false }),
}
const settings: Part = { name: 'home/config.yaml', content: 'new' }
const small: ArchiveLimits = { entries: 50, fileBytes: 5_000_000, totalBytes: 5_000_000, ratio: 250 }

async function stage(bytes: Buffer, limits = small) {
  const path = join(root, 'backup.zip')
  await writeFile(path, bytes)
  return stageRestore({ home, path, limits, restoreStore: async () => undefined, signal: new AbortController().signal })
}

test('accepts a valid archive from the same builder', async () => {
  const parts = [
    manifest,
    settings,
    { name: 'home/skills/', mode: 0o040700, content: '' },
    { name: 'home/skills/a.md' },
  ]
  const staged = await stage(zip(parts))
  expect(staged).toMatchObject({ files: 2, units: [{ name: 'config.yaml', isReplacing: true }, { name: 'skills' }] })
  expect(await readFile(join(home, '.restore/home/config.yaml'), 'utf8')).toBe('new')
  await discardRestore(home)
})

/** A file whose data contains a whole entry, which is also listed. */
const inner: Part = { name: 'home/b', content: 'twice', method: 0 }
const quoted: readonly Part[] = [
  { name: 'home/a', content: zip([inner]).subarray(0, 30 + 'home/b'.length + 'twice'.length), method: 0 },
  { ...inner, insideOf: 1 },
]

const zeros = Buffer.alloc(4_000_000)

describe('rejects without writing anything', () => {
  test.each<[string, readonly Part[], RegExp]>([
    ['a name that climbs', [{ name: 'home/../../outside' }], /leads out/],
    ['a name that climbs with backslashes', [{ name: 'home\\..\\..\\outside' }], /backslash|refused/],
    [
      'a name that climbs in a folder',
      [{ name: 'home/skills/../../../outside/', mode: 0o040700, content: '' }],
      /leads out/,
    ],
    ['an absolute name', [{ name: '/etc/cron.d/hermes' }], /absolute/],
    ['a drive', [{ name: 'C:/Windows/hermes' }], /absolute/],
    ['a name that is not of the home', [{ name: 'other/file' }], /not belong in a backup/],
    ['a symbolic link', [{ name: 'home/skills', mode: 0o120777, content: '/etc' }], /is a link/],
    ['a device', [{ name: 'home/null', mode: 0o020666 }], /neither a regular file/],
    ['a named pipe', [{ name: 'home/pipe', mode: 0o010600 }], /neither a regular file/],
    [
      'a folder that says it is a file',
      [{ name: 'home/skills/', mode: 0o100600, content: '' }],
      /neither a regular file/,
    ],
    ['a name with a NUL', [{ name: 'home/config.yaml\0.txt' }], /control character/],
    ['a name with a line feed', [{ name: 'home/a\nb' }], /control character/],
    ['a name that is no text', [{ name: Buffer.from('home/\xff\xfe', 'latin1') }], /not valid text/],
    ['a part of a name that is too long', [{ name: `home/${'n'.repeat(256)}` }], /too long/],
    ['a name that is too long', [{ name: `home/${'folder/'.repeat(200)}x` }], /longer than/],
    ['an empty part that hides a second name', [settings, { name: 'home//config.yaml' }], /twice/],
    ['an empty part that hides a reserved name', [{ name: 'home//.restore/plan.json' }], /not belong in a backup/],
    ['a name that is there twice', [settings, settings], /twice/],
    ['names that differ in case', [settings, { name: 'home/Config.YAML' }], /twice/],
    ['names that differ in composition', [{ name: 'home/caf\u00e9' }, { name: 'home/cafe\u0301' }], /twice/],
    ['a folder that is a file', [{ name: 'home/skills' }, { name: 'home/skills/a.md' }], /folder/],
    ['a file that is a folder', [{ name: 'home/skills/a.md' }, { name: 'home/skills' }], /twice/],
    ['two names for one entry', [{ name: 'home/SOUL.md', localName: 'home/hooks.js' }], /two names/],
    ['a bomb', [{ name: 'home/zeros', content: zeros }], /times its size/],
    ['a bomb that does not say so', [{ name: 'home/zeros', content: zeros, bytes: 10 }], /damaged|longer/],
    [
      'a heap of bombs',
      Array.from({ length: 7 }, (_, index) => ({ name: `home/${index}`, content: Buffer.alloc(900_000) })),
      /more than/,
    ],
    ['files that share their data', quoted, /overlaps/],
    ['too many entries', Array.from({ length: 51 }, (_, index) => ({ name: `home/${index}` })), /entries/],
    ['an encrypted entry', [{ name: 'home/config.yaml', flags: 0x801 }], /encrypted/],
    ['an unknown compression', [{ name: 'home/config.yaml', method: 14 }], /unknown way/],
    ['damaged data', [{ name: 'home/config.yaml', sum: 1 }], /damaged/],
    ['what belongs to the store alone', [{ name: 'home/state.db-wal' }], /not belong in a backup/],
    ['what looks like the store on some disks', [{ name: 'home/State.DB' }], /not belong in a backup/],
    ['a store that is a folder', [{ name: 'home/state.db/x' }], /not belong in a backup/],
    ['what a restore itself uses', [{ name: 'home/.restore/plan.json' }], /not belong in a backup/],
    ['what a restore of a profile uses', [{ name: 'home/profiles/work/.Restore/plan.json' }], /not belong in a backup/],
  ])('%s', async (_, parts, reason) => {
    await expect(stage(zip([manifest, ...parts]))).rejects.toThrow(reason)
    await discardRestore(home)
    expect(await readdir(home)).toEqual(['config.yaml'])
    expect(await readFile(join(home, 'config.yaml'), 'utf8')).toBe('old')
    expect((await readdir(root)).toSorted()).toEqual(['backup.zip', 'home', 'outside'])
    expect(await readFile(join(root, 'outside'), 'utf8')).toBe('untouched')
  })

  test.each<[string, Buffer, RegExp]>([
    ['a file that is no zip', Buffer.from('hello'), /not a backup of Hermes/],
    ['an empty file', Buffer.alloc(0), /not a backup of Hermes/],
    ['a zip of another program', zip([{ name: 'home/config.yaml' }]), /not a backup of Hermes/],
    [
      'a manifest of something else',
      zip([{ name: 'manifest.json', content: '{"name":"app"}' }]),
      /not a backup of Hermes/,
    ],
    ['a manifest that is no JSON', zip([{ name: 'manifest.json', content: 'hm' }]), /not a backup of Hermes/],
    ['a manifest that does not end', zip([{ name: 'manifest.json', content: ' '.repeat(70_000) }]), /too large/],
    [
      'a later edition',
      zip([{ ...manifest, content: '{"format":"hermes-backup","edition":9,"hermes":"9.0.0"}' }]),
      /9\.0\.0/,
    ],
    ['an archive that was cut off', zip([manifest, settings]).subarray(0, -30), /not a backup of Hermes/],
  ])('%s', async (_, bytes, reason) => {
    await expect(stage(bytes)).rejects.toThrow(reason)
    expect(await readdir(home)).toEqual(['config.yaml'])
  })
})

test.skipIf(process.platform === 'win32')('rejects a device and a pipe without opening them', async () => {
  const pipe = join(root, 'pipe')
  execFileSync('mkfifo', [pipe])
  for (const path of ['/dev/zero', pipe]) {
    const restored = stageRestore({
      home,
      path,
      restoreStore: async () => undefined,
      signal: new AbortController().signal,
    })
    await expect(restored).rejects.toThrow('The file is not a backup of Hermes')
  }
})
