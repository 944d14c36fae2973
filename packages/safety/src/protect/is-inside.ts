import { sep } from 'node:path'

/** Returns true when `path` is below `folder`, at any depth. */
export function isInside(path: string, folder: string): boolean {
  const prefix = folder.endsWith(sep) ? folder : folder + sep
  return path.length > prefix.length && path.startsWith(prefix)
}
