import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '@hermes/safety'
import { listSkillFiles } from '../library/index.js'

/** The SHA-256 of each file of a skill, by path. */
export type FileHashes = Readonly<Record<string, string>>

/** Hashes the files of a folder. Links count as files without content. `undefined` if the folder does not exist. */
export async function hashFiles(folder: string): Promise<FileHashes | undefined> {
  try {
    const hashes: Record<string, string> = {}
    for (const { path, kind } of await listSkillFiles(folder)) {
      hashes[path] = kind === 'file' ? sha256(await readFile(join(folder, path))) : kind
    }
    return hashes
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Returns one hash for all files. */
export async function hashFolder(folder: string): Promise<string | undefined> {
  const hashes = await hashFiles(folder)
  return hashes && hashOf(hashes)
}

export function hashOf(hashes: FileHashes): string {
  return sha256(JSON.stringify(Object.entries(hashes).toSorted(([left], [right]) => (left < right ? -1 : 1))))
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}
