import { basename } from 'node:path'
import type { SessionId, SessionStore } from '@hermes/core'
import { isInside } from '@hermes/safety/protect'
import { isSpillName, isSpillOf, type RefuseFile } from '@hermes/tools'

export interface RefuseStrangersOptions {
  readonly store: SessionStore
  /** Finds the folders. Called once for each tool call, which may look at thousands of files. */
  readonly findFolders: () => Promise<StrangerFolders>
  /** Returns the folder with the temporary files of all conversations, with links resolved. */
  readonly temporaryFolder: () => Promise<string>
}

/** The folders that the check distinguishes, with links resolved. */
export interface StrangerFolders {
  /** The folder with what is remembered about people. */
  readonly memory: string
  /** The folder of stored results. */
  readonly spill: string
  /** The folder of files that people have sent. */
  readonly received: string
  /** Returns the folder in {@link received} with the files of a conversation. */
  readonly receivedBy: (conversation: SessionId) => string
  /** The folders in which everybody works. */
  readonly shared: readonly string[]
  /** The homes of agents: of this one, of the one that contains its profile, and the default one. */
  readonly homes: readonly string[]
  /** The folders in these homes that everybody may read. */
  readonly open: readonly string[]
}

/** The maximum number of conversations to follow, because branches can have branches. */
const mostAncestors = 50

/**
 * Restricts the file tools on a surface whose conversations are strangers. It refuses what is remembered about people, and the stored
 * results, received files and temporary files of other conversations. In the homes of agents, people other than the owner only reach what
 * is named here, because the rest shows what the owner and other people do.
 */
export function refuseStrangers(options: RefuseStrangersOptions): RefuseFile {
  const { store, findFolders, temporaryFolder } = options
  const known = new WeakMap<object, Promise<StrangerFolders>>()
  const owned = new WeakMap<object, Promise<boolean>>()

  /** Whether something belongs to a conversation or to one it branched from, whose messages it shares, including the paths of results. */
  async function isOwn(belongsTo: (id: SessionId) => boolean, conversation: SessionId): Promise<boolean> {
    let id: SessionId | undefined = conversation
    for (let depth = 0; id !== undefined && depth < mostAncestors; depth++) {
      if (belongsTo(id)) return true
      id = (await store.sessions.get(id))?.parentSessionId
    }
    return false
  }

  /** Whether a conversation is the owner's, which belongs to no other person. */
  async function isOfOwner(conversation: SessionId | undefined): Promise<boolean> {
    const record = conversation === undefined ? undefined : await store.sessions.get(conversation)
    return record !== undefined && record.userId === undefined
  }

  return async ({ path, call }) => {
    const conversation = call.run?.rootSessionId ?? call.sessionId
    const folders = await once(known, call, findFolders)
    const { memory, spill, received, receivedBy, shared, homes, open } = folders
    const mayOpen = async (belongsTo: (id: SessionId) => boolean) =>
      conversation !== undefined && (await isOwn(belongsTo, conversation)) ? undefined : ofAnother
    if (isWithin(path, [memory])) return 'it holds what is remembered about people'
    if (isWithin(path, [spill])) return mayOpen((id) => isSpillOf(path, id))
    if (isWithin(path, [received])) return mayOpen((id) => isWithin(path, [receivedBy(id)]))
    const home = innermost(path, homes)
    if (home === undefined && isWithin(path, shared)) return undefined
    if (home !== undefined && isWithin(path, [...open, ...shared.filter((folder) => isInside(folder, home))])) {
      return undefined
    }
    if (isSpillName(basename(path))) return mayOpen((id) => isSpillOf(path, id))
    if (isWithin(path, [await temporaryFolder()])) return ofAnother
    if (home === undefined || (await once(owned, call, () => isOfOwner(conversation)))) return undefined
    return "it is in the agent's home, which its owner reads"
  }
}

const ofAnother = 'it belongs to another conversation'

function once<Value>(values: WeakMap<object, Promise<Value>>, call: object, find: () => Promise<Value>) {
  const value = values.get(call) ?? find()
  values.set(call, value)
  return value
}

/** Returns the innermost home that contains a path. Case is ignored, because some file systems ignore it in names. */
function innermost(path: string, homes: readonly string[]): string | undefined {
  const around = homes.filter((home) => isWithin(path.toLowerCase(), [home.toLowerCase()]))
  return around.toSorted((a, b) => b.length - a.length)[0]
}

function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || isInside(path, folder))
}
