import { existsSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Environment, SessionStore } from '@hermes/core'
import type { PathView, RefuseFile } from '@hermes/tools'
import { openedFolders } from '../environments/sandbox/opened-folders.js'
import { temporaryRoot } from '../environments/sandbox/own-temporary.js'
import { receivedFolder, receivedRoot } from '../environments/sandbox/received-files.js'
import { agentRoot, systemTemporaryFolders } from '../environments/sandbox/sandbox-policy.js'
import { temporaryView } from '../environments/sandbox/temporary-view.js'
import { writableFolders, writablePlaces } from '../environments/sandbox/writable-places.js'
import type { HomePaths, Variables } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'
import { cachedFor } from './cached-for.js'
import { refuseStrangers, type StrangerFolders } from './refuse-strangers.js'

export interface StrangerFilesOptions {
  readonly environment: Environment
  readonly store: SessionStore
  readonly config: Config
  readonly paths: HomePaths
  readonly variables: Variables
}

export interface StrangerFiles {
  readonly refuseFile: RefuseFile
  /** Maps paths to what commands see. Absent where commands see the same files. */
  readonly fileView?: PathView
}

/**
 * How long resolved folders are kept, in milliseconds. Only the owner moves these folders, and otherwise each call of a file tool
 * would resolve a dozen of them.
 */
const keptMs = 1_000

/** The folders of an agent's home that contain skills. */
const openInAgentHome = ['plugins', 'skills']

/** Returns what file tools see and refuse on a surface whose conversations are strangers to each other. */
export function strangerFiles(options: StrangerFilesOptions): StrangerFiles {
  const { environment, store, config, paths, variables } = options
  const { files, id, isolation } = environment
  const chosen = openedFolders(config.terminal, config.security)
  const where = { environment, chosen, agentHome: paths.home, variables }
  const root = temporaryRoot(paths)
  const findFolders = cachedFor(keptMs, async (): Promise<StrangerFolders> => {
    const [memory, spill, received, home, user, { folders }] = await Promise.all([
      files.resolve(paths.memories),
      files.resolve(join(paths.cache, 'spillover')),
      files.resolve(receivedRoot(paths)),
      files.resolve(paths.home),
      files.resolve('~'),
      writableFolders(where),
    ])
    return {
      memory,
      spill,
      received,
      receivedBy: (conversation) => join(received, basename(receivedFolder(paths, conversation))),
      shared: folders,
      homes: [home, agentRoot(home), join(user, '.hermes')],
      open: openInAgentHome.map((name) => join(home, name)),
    }
  })
  const temporaryFolder = cachedFor(keptMs, () => files.resolve(root))
  const refuseFile = refuseStrangers({ store, findFolders, temporaryFolder })
  if (id !== 'local' || isolation !== 'sandbox') return { refuseFile }
  const realRoot = existsSync(root) ? realpathSync(root) : root
  const view = { files, root: realRoot, folders: systemTemporaryFolders(), places: () => writablePlaces(where) }
  return { refuseFile, fileView: temporaryView(view) }
}
