import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The path of a `file:` URI; `undefined` for another one. */
export function pathOfUri(uri: string): string | undefined {
  if (!uri.startsWith('file://')) return undefined
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
}

/** The protocol names files by absolute paths. */
export function absolutePath(path: string, folder: string): string {
  return isAbsolute(path) ? path : resolve(folder, path)
}
