import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the path of a `file:` URI, or `undefined` for another URI. */
export function pathOfUri(uri: string): string | undefined {
  if (!uri.startsWith('file://')) return undefined
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
}

/** Returns the absolute path, as the protocol requires. */
export function absolutePath(path: string, folder: string): string {
  return isAbsolute(path) ? path : resolve(folder, path)
}
