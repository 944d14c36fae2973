import { basename } from 'node:path'
import type { WritablePlaces } from '@hermes/approval'
import type { SessionId, SessionStore } from '@hermes/core'
import { isInside } from '@hermes/safety/protect'
import { isSpillName, isSpillOf, type RefuseFile } from '@hermes/tools'

export interface StrangerFilesOptions {
  readonly store: SessionStore
  /** The folder of stored results, with links resolved. */
  readonly spillFolder: () => Promise<string>
  /** The folder with what is remembered about people, with links resolved. */
  readonly memoryFolder: () => Promise<string>
  /** The folder with the temporary files of all conversations, with links resolved. */
  readonly temporaryFolder: () => Promise<string>
  readonly places: () => Promise<Pick<WritablePlaces, 'folders'>>
}

/** A branch may follow a branch. */
const mostAncestors = 50

/**
 * What file tools refuse on a surface whose conversations are strangers: what is remembered about people, and stored results and temporary files
 * of other conversations.
 */
export function refuseStrangers(options: StrangerFilesOptions): RefuseFile {
  const { store, spillFolder, memoryFolder, temporaryFolder, places } = options

  /** A branch has the messages of the conversation that it came from, and so the paths of its results. */
  async function isOwn(path: string, conversation: SessionId): Promise<boolean> {
    let id: SessionId | undefined = conversation
    for (let depth = 0; id !== undefined && depth < mostAncestors; depth++) {
      if (isSpillOf(path, id)) return true
      id = (await store.sessions.get(id))?.parentSessionId
    }
    return false
  }

  return async ({ path, call }) => {
    if (isWithin(path, [await memoryFolder()])) return 'it holds what is remembered about people'
    const { folders } = await places()
    const isSpilled = isWithin(path, [await spillFolder()])
    if (!isSpilled && isWithin(path, folders)) return undefined
    if (isSpilled || isSpillName(basename(path))) {
      const conversation = call.run?.rootSessionId ?? call.sessionId
      const mayOpen = conversation !== undefined && (await isOwn(path, conversation))
      return mayOpen ? undefined : 'it belongs to another conversation'
    }
    return isWithin(path, [await temporaryFolder()]) ? 'it belongs to another conversation' : undefined
  }
}

function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || isInside(path, folder))
}
