import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HermesError } from '@hermes/core'
import { type FileHashes, hashFiles } from '../store/index.js'

/**
 * Compares the files of a folder with the hashes listed by their hub. Files that are not listed are removed.
 * @throws {HermesError} `skill/refused` when a file is missing or differs.
 */
export async function checkHashes(folder: string, listed: FileHashes, hub: string): Promise<void> {
  const current = (await hashFiles(folder)) ?? {}
  for (const [path, hash] of Object.entries(listed)) {
    if (current[path] !== hash.toLowerCase()) throw wrongHash(hub, path)
  }
  for (const path of Object.keys(current)) if (!Object.hasOwn(listed, path)) await rm(join(folder, path))
}

/**
 * Checks the digest of a file, such as `sha256:0a1b...`. @throws {HermesError} `skill/refused` when the bytes do not
 * match.
 */
export function checkDigest(bytes: Uint8Array, digest: string, hub: string, path: string): void {
  const [, hash] = /^sha256:([\da-f]{64})$/i.exec(digest) ?? []
  if (createHash('sha256').update(bytes).digest('hex') !== hash?.toLowerCase()) throw wrongHash(hub, path)
}

function wrongHash(hub: string, path: string): HermesError {
  return new HermesError('skill/refused', `${hub} lists another hash than ${path} has: it was not installed.`)
}
