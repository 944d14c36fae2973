import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { WritablePlaces } from '@hermes/approval'
import type { Environment, SessionId } from '@hermes/core'
import { isInside } from '@hermes/safety/protect'
import type { PathView } from '@hermes/tools'
import { ownTemporary } from './own-temporary.js'

export interface TemporaryViewOptions {
  readonly files: Pick<Environment['files'], 'resolve'>
  /** The folder with the temporary folders of all conversations, with links resolved. */
  readonly root: string
  /** The temporary folders that commands see replaced, in the order of their replacements. */
  readonly folders: readonly string[]
  readonly places: () => Promise<WritablePlaces>
}

/** The maximum number of links to follow, as in Linux. */
const mostLinks = 40

/** Maps paths to the files that the commands of a conversation see, which have separate temporary folders. */
export function temporaryView({ files, root, folders, places }: TemporaryViewOptions): PathView {
  let kept: Promise<readonly string[]> | undefined

  /** Returns what is mounted over a temporary folder, such as a project in it, and is therefore the same for commands. */
  function same(): Promise<readonly string[]> {
    kept ??= places().then(({ folders: writable, held }) => [
      root,
      ...[...writable, ...held].filter((path) => folders.some((folder) => isInside(path, folder))),
    ])
    return kept
  }

  async function replaced(path: string, conversation: SessionId | undefined): Promise<string> {
    const index = folders.findIndex((folder) => isWithin(path, folder))
    const folder = folders[index]
    if (folder === undefined || (await same()).some((each) => isWithin(path, each))) return path
    const own = join(ownTemporary(root, conversation), String(index))
    await mkdir(own, { recursive: true, mode: 0o700 })
    // Not joined, because a link decides where a `..` after it leads.
    return `${own}${path.slice(folder.length)}`
  }

  return {
    async resolve(given, conversation) {
      let path = given
      for (let links = 0; links < mostLinks; links += 1) {
        const resolved = await files.resolve(await replaced(path, conversation))
        // A link in a temporary folder may point to another file in one.
        path = await replaced(resolved, conversation)
        if (path === resolved) return resolved
      }
      throw Object.assign(new Error(`ELOOP: too many links in ${given}`), { code: 'ELOOP' })
    },
    nameOf(place, conversation) {
      const own = ownTemporary(root, conversation)
      const index = folders.findIndex((_, position) => isWithin(place, join(own, String(position))))
      const folder = folders[index]
      return folder === undefined ? place : `${folder}${place.slice(join(own, String(index)).length)}`
    },
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || isInside(path, folder)
}
