import { createHash } from 'node:crypto'
import type { JsonValue, ToolDefinition } from '@hermes/core'

/** Hashes everything that a model sees of a tool. Every change gives a new hash, except for the order of keys. */
export function fingerprintTool({ name, description, parameters }: ToolDefinition): string {
  return hash([canonical({ name, description, parameters })])
}

export interface FolderFile {
  /** Relative to the folder, with `/`. */
  readonly path: string
  readonly content: Uint8Array
  readonly isExecutable?: boolean
}

/** Hashes all files of a folder, such as a skill: names, contents and executable bits. */
export function fingerprintFolder(files: readonly FolderFile[]): string {
  const sorted = [...files].sort((left, right) => (left.path < right.path ? -1 : 1))
  return hash(sorted.map(({ path, content, isExecutable = false }) => canonical([path, isExecutable, hash([content])])))
}

/** Prefixes each part with its length, so that different lists never hash alike. */
function hash(parts: readonly (string | Uint8Array)[]): string {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(`${Buffer.byteLength(part)}:`).update(part)
  return sum.digest('hex')
}

function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_, item: JsonValue) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
    return Object.fromEntries(Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1)))
  })
}
