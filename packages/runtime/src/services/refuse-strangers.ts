import { basename } from 'node:path'
import type { WritablePlaces } from '@hermes/approval'
import type { Environment, SessionId, SessionStore } from '@hermes/core'
import { isInside } from '@hermes/safety/protect'
import { isSpillName, isSpillOf, type RefuseFile } from '@hermes/tools'

export interface StrangerFilesOptions {
  readonly environment: Pick<Environment, 'isolation' | 'id'>
  readonly store: SessionStore
  /** The folder of stored results, with links resolved. */
  readonly spillFolder: () => Promise<string>
  /** The folder with what is remembered about people, with links resolved. */
  readonly memoryFolder: () => Promise<string>
  readonly places: () => Promise<Pick<WritablePlaces, 'folders' | 'temporary'>>
}

/** A branch may follow a branch. */
const mostAncestors = 50

/**
 * What file tools refuse on a surface whose conversations are strangers: what is remembered about people, stored results of other
 * conversations, and the machine's temporary folders, instead of which the commands of each conversation see folders of their own.
 */
export function refuseStrangers(options: StrangerFilesOptions): RefuseFile {
  const { environment, store, spillFolder, memoryFolder, places } = options

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
    const { folders, temporary } = await places()
    const isSpilled = isWithin(path, [await spillFolder()])
    if (!isSpilled && isWithin(path, folders)) return undefined
    if (isSpilled || isSpillName(basename(path))) {
      const conversation = call.run?.rootSessionId ?? call.sessionId
      const mayOpen = conversation !== undefined && (await isOwn(path, conversation))
      return mayOpen ? undefined : 'it belongs to another conversation'
    }
    const isShared = environment.isolation === 'sandbox' && isWithin(path, temporary)
    return isShared
      ? 'temporary files belong to the commands of each conversation. Use a command, or a file in the working folder'
      : undefined
  }
}

function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || isInside(path, folder))
}
