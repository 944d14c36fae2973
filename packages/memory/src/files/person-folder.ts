import { createHash } from 'node:crypto'

/**
 * Returns the name of a person's folder: recognizable, safe in every file system, and different for different ids, even
 * where case does not matter.
 */
export function personFolder(id: string): string {
  const shown = id
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 16)
  return shown === '' ? hash : `${shown}-${hash}`
}
