import { readFile, rm } from 'node:fs/promises'
import { writeAtomically } from '@hermes/safety/files'
import type { FileIdentity, FileMode } from './file-identity.js'

/** A file as a checkpoint has it. */
export interface KnownFile extends FileIdentity {
  /** Of its content, in the store. */
  readonly object: string
}

/** What the newest tree of a workspace was made of: what has not changed since need not be read again. */
export interface KnownFiles {
  readonly tree: string
  /** When they were begun to be looked at. */
  readonly atMs: number
  readonly files: ReadonlyMap<string, KnownFile>
  readonly repositories: readonly string[]
}

const version = 1

/** `undefined` when it is missing or damaged: everything is read again. */
export async function readKnownFiles(path: string): Promise<KnownFiles | undefined> {
  try {
    const stored: Stored = JSON.parse(await readFile(path, 'utf8'))
    if (stored.version !== version) return undefined
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
