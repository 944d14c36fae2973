import { constants } from 'node:fs'
import { type FileHandle, open, readFile, unlink, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf } from '@hermes/safety'
import { type CheckedFolder, openFolder } from '@hermes/safety/files'
import { readSmallFile } from '../read-small-file.js'
import type { GitConfig, Settings } from './git-config.js'
import { isHarmless, namesRemote, type SettingChange, type Surroundings } from './judge-change.js'

export interface MergeRequest extends Omit<Surroundings, 'knownAddresses'> {
  /** Path of the real settings file. */
  readonly path: string
  /** Content of the real file when the command received its copy. */
  readonly base: string
  /** Content of the copy after the command. */
  readonly changed: string
  /** Path of a file that commands cannot access, for the new content while it is edited. */
  readonly draft: string
  readonly config: GitConfig
}

/** How long to wait while another git holds the lock, and the interval of attempts. */
const lockPatienceMs = 2_000
const lockPauseMs = 20

/**
 * Applies the harmless changes of a command to the real settings, under git's lock. Returns the keys of the other
 * changes.
 *
 * @throws {Error} when the changed text cannot be parsed, or the real file cannot be written.
 */
export async function mergeSettings(request: MergeRequest): Promise<readonly string[]> {
  const { path, base, changed, draft, config } = request
  const wanted = differences(await config.list(base), await config.list(changed))
  if (wanted.length === 0) return []
  await using folder = await openFolder(dirname(path))
  for (const until = Date.now() + lockPatienceMs; ; ) {
    const current = readSmallFile(path)
    if (current === undefined) throw new Error(`${path} is not a readable file any more.`)
    const { kept, refused } = sortOut(wanted, await config.list(current), request)
    if (kept.length === 0) return refused
    await writeFile(draft, current, { mode: 0o600 })
    await config.edit(draft, kept)
    const text = await readFile(draft, 'utf8')
    if (await replace(folder, basename(path), { current, text })) return refused
    if (Date.now() > until) throw new Error(`${path} is locked by another git: ${path}.lock exists.`)
    await delay(lockPauseMs)
  }
}

function differences(before: Settings, after: Settings): readonly SettingChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const values = after.get(key) ?? []
    return isSame(before.get(key) ?? [], values) ? [] : [{ key, values }]
  })
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index])
}

interface Sorted {
  readonly kept: readonly SettingChange[]
  readonly refused: readonly string[]
}

function sortOut(wanted: readonly SettingChange[], current: Settings, surroundings: MergeRequest): Sorted {
  const changes = wanted.filter(({ key, values }) => !isSame(current.get(key) ?? [], values))
  const knownAddresses = new Set([...current].flatMap(([key, values]) => (isAddressKey(key) ? values : [])))
  const fit = changes.filter((change) => isHarmless(change, { ...surroundings, knownAddresses }))
  const kept = withoutDangling(fit, current)
  return { kept, refused: changes.filter((change) => !kept.includes(change)).map(({ key }) => key) }
}

/** Removes changes after which a branch would name a remote without an address, because git would treat the name as a path. */
function withoutDangling(changes: readonly SettingChange[], current: Settings): readonly SettingChange[] {
  const result = new Map([...current, ...changes.map(({ key, values }) => [key, values] as const)])
  const missing = (settings: Settings) =>
    [...settings]
      .filter(([key]) => namesRemote(key))
      .flatMap(([, values]) => values)
      .filter((name) => name !== '.' && (settings.get(`remote.${name}.url`) ?? []).length === 0)
  const before = missing(current)
  const dangling = new Set(missing(result).filter((name) => !before.includes(name)))
  return changes.filter(
    ({ key, values }) =>
      !(namesRemote(key) && values.some((name) => dangling.has(name))) &&
      !(values.length === 0 && [...dangling].some((name) => key === `remote.${name}.url`)),
  )
}

function isAddressKey(key: string): boolean {
  return /^(?:remote|submodule)\..+\.(?:url|pushurl)$/s.test(key)
}

interface Replacement {
  /** Expected content. Nothing is replaced when the file contains something else. */
  readonly current: string
  readonly text: string
}

/**
 * Holds git's lock and writes into the existing file. A rename over it would detach the mounts that protect it from
 * other commands. Resolves to `false` when another process holds the lock or has changed the file.
 */
async function replace(folder: CheckedFolder, name: string, { current, text }: Replacement): Promise<boolean> {
  const lock = folder.at(`${name}.lock`)
  try {
    await using _ = await open(lock, 'wx')
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  try {
    await using file = await open(folder.at(name), constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    if ((await file.readFile('utf8')) !== current) return false
    await overwrite(file, Buffer.from(text))
    return true
  } finally {
    await unlink(lock)
  }
}

/** Overwrites a file. Every step leaves a valid settings file, because git ignores empty lines. */
async function overwrite(file: FileHandle, data: Buffer): Promise<void> {
  const { size } = await file.stat()
  const padding = Buffer.alloc(Math.max(0, size - data.length), '\n')
  await file.write(Buffer.concat([data, padding]), 0, undefined, 0)
  if (padding.length > 0) await file.truncate(data.length)
  await file.sync()
}
