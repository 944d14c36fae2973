import { isInside } from '@hermes/safety/protect'

/** Where a conversation may write without a question. All paths are absolute with links resolved. */
export interface WritablePlaces {
  /** The working folders and folders that the user has opened. */
  readonly folders: readonly string[]
  /** Folders for temporary files. */
  readonly temporary: readonly string[]
  /**
   * Folders that are not temporary even if they are inside a temporary folder: the home, the working folder, the
   * agent's home. Everything that shares their first folder there is excluded too.
   */
  readonly held: readonly string[]
}

export function isWritablePlace(path: string, { folders, temporary, held }: WritablePlaces): boolean {
  if ([...folders, ...temporary].includes(path) || folders.some((folder) => isInside(path, folder))) return true
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
