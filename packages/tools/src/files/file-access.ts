import { resolve } from 'node:path'
import type { Environment, FileSystem } from '@hermes/core'
import { expandHome } from '../resolve-path.js'
import { explained, fileError } from './file-error.js'
import { type FileOperation, type ProtectedFolders, refusalOf, refusalOfName } from './protect.js'

export interface ProtectOptions {
  /** Whose credentials are kept off. Default: what the environment resolves `~` to. */
  readonly home?: string
  /** The folder of the agent's own state, policy and keys. Default: none. */
  readonly agentHome?: string
  /** Default: the environment's `workingDirectory`. */
  readonly workspace?: string
  /** `workspace-only` refuses all that lies outside of the workspace. Default `default`. */
  readonly mode?: ProtectedFolders['mode']
}

/** The only road of the file tools to files: no path is used that did not come out of `locate`. */
export interface FileAccess {
  readonly files: FileSystem
  /**
   * Where a path really leads, links resolved.
   * @throws {HermesError} `file/refused` for a protected path.
   */
  locate(operation: FileOperation, path: string): Promise<string>
  /** Whether a found path may be shown. */
  mayRead(path: string): Promise<boolean>
  /** Runs `work` when all earlier work on the same resolved path has ended. */
  exclusively<Value>(path: string, work: () => Promise<Value>): Promise<Value>
}

export function createFileAccess(environment: Environment, protect: ProtectOptions = {}): FileAccess {
  const { files, workingDirectory } = environment
  let known: Promise<Folders> | undefined
  const folders = () => {
    known ??= findFolders(environment, protect)
    return known
  }

  async function refusal(operation: FileOperation, path: string, resolved: string): Promise<string | undefined> {
    const { ends, ways } = await folders()
    // A store of credentials, or what holds it, may itself be a link: the way to it counts as well as its end.
    const way = resolve(workingDirectory, expandHome(path, ways.home))
    return (
      refusalOf(operation, resolved, ends) ?? refusalOfName(operation, way, ends) ?? refusalOfName(operation, way, ways)
    )
  }

  return {
    files,
    async locate(operation, path) {
      if (path.trim() === '') throw fileError('invalid', 'The path is empty: name a file.')
      if (path.includes('\0'))
        throw fileError('invalid', 'The path has a NUL character in it: name a file without one.')
      const resolved = await explained(path, () => files.resolve(path))
      const reason = await refusal(operation, path, resolved)
      const verb = operation === 'read' ? 'read' : 'written'
      if (reason !== undefined) throw fileError('refused', `${path} may not be ${verb} by file tools: ${reason}.`)
      return resolved
    },
    mayRead: async (path) => (await refusal('read', path, path)) === undefined,
    exclusively: createLocks(),
  }
}

/** The same folders with their links resolved (`ends`) and as they were named (`ways`). */
interface Folders {
  readonly ends: ProtectedFolders
  readonly ways: ProtectedFolders
}

async function findFolders({ files, workingDirectory }: Environment, protect: ProtectOptions): Promise<Folders> {
  const { home = await files.resolve('~'), agentHome, workspace = workingDirectory, mode = 'default' } = protect
  const ways = { home, workspace, mode, ...(agentHome !== undefined && { agentHome: resolve(agentHome) }) }
  const ends = {
    home: await files.resolve(home),
    workspace: await files.resolve(workspace),
    mode,
    ...(agentHome !== undefined && { agentHome: await files.resolve(agentHome) }),
  }
  return { ends, ways }
}

function createLocks(): FileAccess['exclusively'] {
  const last = new Map<string, Promise<unknown>>()
  return async (path, work) => {
    const before = last.get(path)
    const turn = before ? before.then(work, work) : work()
    last.set(path, turn)
    try {
      return await turn
    } finally {
      if (last.get(path) === turn) last.delete(path)
    }
  }
}
