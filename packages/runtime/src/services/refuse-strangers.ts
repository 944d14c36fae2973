import { basename } from 'node:path'
import type { SessionId, SessionStore } from '@hermes/core'
import { isInside } from '@hermes/safety/protect'
import { isSpillName, isSpillOf, type RefuseFile } from '@hermes/tools'

export interface RefuseStrangersOptions {
  readonly store: SessionStore
  /** Called once for each tool call, which may look at thousands of files. */
  readonly findFolders: () => Promise<StrangerFolders>
  /** The folder with the temporary files of all conversations, with links resolved. */
  readonly temporaryFolder: () => Promise<string>
}

/** With links resolved. */
export interface StrangerFolders {
  /** What is remembered about people. */
  readonly memory: string
  /** Stored results. */
  readonly spill: string
  /** Where everybody works. */
  readonly shared: readonly string[]
}

/** A branch may follow a branch. */
const mostAncestors = 50

/**
 * What file tools refuse on a surface whose conversations are strangers: what is remembered about people, and stored results and temporary files
 * of other conversations.
 */
export function refuseStrangers(options: RefuseStrangersOptions): RefuseFile {
  const { store, findFolders, temporaryFolder } = options
  const found = new WeakMap<object, Promise<StrangerFolders>>()

  function foldersOf(call: object): Promise<StrangerFolders> {
    const folders = found.get(call) ?? findFolders()
    found.set(call, folders)
    return folders
  }

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
    const { memory, spill, shared } = await foldersOf(call)
    if (isWithin(path, [memory])) return 'it holds what is remembered about people'
    const isSpilled = isWithin(path, [spill])
    if (!isSpilled && isWithin(path, shared)) return undefined
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
