import { isInside } from '@hermes/safety/protect'

/** Where a conversation writes without a question. All paths are absolute, links resolved. */
export interface WritablePlaces {
  /** The working folders, and what the user has opened besides. */
  readonly folders: readonly string[]
  /** For files that need not last. */
  readonly temporary: readonly string[]
  /**
   * What is not for files that need not last, although it may lie in such a folder: the home, the working folder, the agent's home. With each
   * of them, everything counts that shares its first folder there.
   */
  readonly held: readonly string[]
}

export function isWritablePlace(path: string, { folders, temporary, held }: WritablePlaces): boolean {
  if (folders.some((folder) => isInside(path, folder))) return true
  return temporary.some(
    (folder) => isInside(path, folder) && !held.some((each) => sharesFirstFolder(folder, path, each)),
  )
}

function sharesFirstFolder(folder: string, path: string, other: string): boolean {
  return isInside(other, folder) && firstBelow(folder, path) === firstBelow(folder, other)
}

function firstBelow(folder: string, path: string): string {
  return (
    path
      .slice(folder.length)
      .split(/[\\/]+/)
      .find((name) => name !== '') ?? ''
  )
}
