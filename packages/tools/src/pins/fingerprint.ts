import { createHash } from 'node:crypto'
import type { ToolDefinition } from '@hermes/core'
import { canonicalJson } from '@hermes/core/wiring'

/** Hashes everything that a model sees of a tool. Every change except a different order of keys yields a new hash. */
export function fingerprintTool({ name, description, parameters }: ToolDefinition): string {
  return hash([canonicalJson({ name, description, parameters })])
}

export interface FolderFile {
  /** Path relative to the folder, separated by `/`. */
  readonly path: string
  readonly content: Uint8Array
  readonly isExecutable?: boolean
}

/** Hashes all files of a folder, such as a skill: names, contents and executable bits. */
export function fingerprintFolder(files: readonly FolderFile[]): string {
  const sorted = [...files].sort((left, right) => (left.path < right.path ? -1 : 1))
  return hash(
    sorted.map(({ path, content, isExecutable = false }) => canonicalJson([path, isExecutable, hash([content])])),
  )
}

/** Prefixes each part with its length, so that different lists never hash alike. */
function hash(parts: readonly (string | Uint8Array)[]): string {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(`${Buffer.byteLength(part)}:`).update(part)
  return sum.digest('hex')
}
