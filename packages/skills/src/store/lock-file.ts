import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseJson } from '@hermes/core/wiring'
import { isMissing, isRecord } from '@hermes/safety'
import { replaceFile } from '@hermes/safety/files'
import type { SkillTrust, SkillVerdict } from '../guard/index.js'
import type { FileHashes } from './folder-hash.js'

/** The source of copies of skills that the program ships. */
export const bundledSource = 'bundled:'

/** What is known about an installed skill. */
export interface LockedSkill {
  /** The folder, relative to the folder of all skills. */
  readonly path: string
  readonly source: string
  /** The folder of the skill in its source. */
  readonly inner: string
  readonly trust: SkillTrust
  readonly verdict: SkillVerdict
  readonly installedAtMs: number
  /** The files as they were in the source. */
  readonly files: FileHashes
}

export type SkillLock = Readonly<Record<string, LockedSkill>>

/** Reads the lock of the skills in a folder, by name. A damaged file counts as empty. */
export async function readLock(folder: string): Promise<SkillLock> {
  try {
    const stored = parseJson(await readFile(fileOf(folder), 'utf8'))
    if (!isRecord(stored) || !isRecord(stored.skills)) return {}
    return Object.fromEntries(
      Object.entries(stored.skills).flatMap(([name, value]) => (isLocked(value) ? [[name, value]] : [])),
    )
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return {}
    throw error
  }
}

/** Returns what is known about the skill in a folder, or `undefined` if it was not installed there. */
export async function lockOfPath(folder: string, path: string): Promise<LockedSkill | undefined> {
  return Object.values(await readLock(folder)).find((entry) => entry.path === path)
}

/** Writes the entry of a skill. `undefined` removes it. */
export async function writeLock(folder: string, name: string, entry: LockedSkill | undefined): Promise<void> {
  const { [name]: _, ...others } = await readLock(folder)
  const skills = entry ? { ...others, [name]: entry } : others
  const file = fileOf(folder)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await replaceFile(file, `${JSON.stringify({ version: 1, skills }, undefined, 2)}\n`)
}

/** Records the original of a copy of a bundled skill, so that later versions can be distinguished from edits. */
export async function lockCopy(
  folder: string,
  entry: Pick<LockedSkill, 'path' | 'files' | 'installedAtMs'>,
): Promise<void> {
  const { path } = entry
  const name = path.slice(path.lastIndexOf('/') + 1)
  await writeLock(folder, name, { ...entry, source: bundledSource, inner: path, trust: 'local', verdict: 'safe' })
}

function fileOf(folder: string): string {
  return join(folder, '.hermes', 'lock.json')
}

/** Whether a value has the form of an entry. */
export function isLocked(value: unknown): value is LockedSkill {
  return isRecord(value) && typeof value.source === 'string' && typeof value.path === 'string' && isRecord(value.files)
}
