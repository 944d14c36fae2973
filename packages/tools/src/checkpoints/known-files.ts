import { readFile, rm } from 'node:fs/promises'
import { isRecord, parseJson } from '@hermes/core/wiring'
import { writeAtomically } from '@hermes/safety/files'
import type { FileIdentity, FileMode } from './file-identity.js'

/** File in a checkpoint. */
export interface KnownFile extends FileIdentity {
  /** Object id of the content. */
  readonly object: string
}

/** Files of a workspace's newest tree. Unchanged ones need not be read again. */
export interface KnownFiles {
  readonly tree: string
  /** Time when reading began. */
  readonly atMs: number
  readonly files: ReadonlyMap<string, KnownFile>
  readonly repositories: readonly string[]
}

const version = 1

/** Reads the record. Returns `undefined` when it is missing or damaged; all files are then read again. */
export async function readKnownFiles(path: string): Promise<KnownFiles | undefined> {
  try {
    const stored: unknown = parseJson(await readFile(path, 'utf8'))
    if (!isStored(stored)) return undefined
    const files = new Map(
      stored.files.map(([name, mode, object, size, changedAtMs, inode]) => [
        name,
        { mode, object, size, changedAtMs, inode },
      ]),
    )
    return { tree: stored.tree, atMs: stored.atMs, files, repositories: stored.repositories }
  } catch {
    return undefined
  }
}

export async function writeKnownFiles(path: string, known: KnownFiles): Promise<void> {
  const files = [...known.files].map(
    ([name, { mode, object, size, changedAtMs, inode }]): StoredFile => [name, mode, object, size, changedAtMs, inode],
  )
  const stored: Stored = { ...known, version, files }
  await writeAtomically(path, Buffer.from(JSON.stringify(stored)))
}

export function forgetKnownFiles(path: string): Promise<void> {
  return rm(path, { force: true })
}

type StoredFile = readonly [string, FileMode, string, number, number, number]

interface Stored {
  readonly version: number
  readonly tree: string
  readonly atMs: number
  readonly files: readonly StoredFile[]
  readonly repositories: readonly string[]
}

function isStored(value: unknown): value is Stored {
  return isRecord(value) && value.version === version && Array.isArray(value.files) && Array.isArray(value.repositories)
}
