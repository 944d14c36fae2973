import type { FileSystem } from '@hermes/core/environment'
import { codeOf } from '@hermes/safety'

/** The maximum number of bytes to read. No sensible instruction file is longer, and scanning this much takes some 30 ms. */
const maxBytes = 200_000
/** The time limit in milliseconds. A file on a dead network share must not hold up the first answer. */
const limitMs = 5_000

export interface ReadSmallOptions {
  /** Whether to read the end of a longer file. Default: false, which reads the beginning. */
  readonly fromEnd?: boolean
}

/** Reads a regular file; returns an empty text if there is none or it cannot be read within 5 seconds. */
export async function readSmallText(
  files: FileSystem,
  path: string,
  { fromEnd = false }: ReadSmallOptions = {},
): Promise<string> {
  const { promise: late, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve(''), limitMs)
  try {
    return await Promise.race([read(files, path, fromEnd), late])
  } catch (error) {
    if (['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return ''
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function read(files: FileSystem, path: string, fromEnd: boolean): Promise<string> {
  const status = await files.stat(path)
  if (status?.kind !== 'file') return ''
  const start = fromEnd ? Math.max(0, status.size - maxBytes) : 0
  return new TextDecoder().decode(await files.read(path, { start, length: maxBytes }))
}
