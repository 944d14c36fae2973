import type { FileSystem } from '@hermes/core/environment'
import { codeOf } from '@hermes/safety'

/** No sensible instruction file is longer; the rest is not read. The scan of this much takes some 30 ms. */
const maxBytes = 200_000
/** A file of a dead network share must not hold the first answer. */
const limitMs = 5_000

export interface ReadSmallOptions {
  /** Of a longer file, reads the end. Default: the beginning. */
  readonly fromEnd?: boolean
}

/** The text of a regular file; empty if there is none that can be read within 5 seconds. */
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
