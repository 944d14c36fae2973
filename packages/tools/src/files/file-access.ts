import { isAbsolute, resolve } from 'node:path'
import type { Environment, ToolContext } from '@hermes/core'
import type { FileSystem } from '@hermes/core/environment'
import { type FileOperation, type ProtectedFolders, refusalOf, refusalOfName } from '@hermes/safety/protect'
import { expandHome } from '../shared/resolve-path.js'
import { explained, fileError } from './file-error.js'
import { judgedFiles } from './judged-files.js'

export interface ProtectOptions {
  /** Whose credentials are kept off. Default: what the environment resolves `~` to. */
  readonly home?: string
  /** The folder of the agent's own state, policy and keys. Default: none. */
  readonly agentHome?: string
  /** Default: the environment's `workingDirectory`. */
  readonly workspace?: string
  /** `workspace-only` refuses all that lies outside of the workspace. Default `default`. */
  readonly mode?: ProtectedFolders['mode']
  /** Files are written below these folders only. Default: anywhere else that is not protected, too. */
  readonly writeRoots?: readonly string[]
  /** Folders outside of the workspace that may be read in `workspace-only` all the same. Default: none. */
  readonly readRoots?: readonly string[]
}

/** The only road of the file tools to files: no path is used that did not come out of `locate`. */
export interface FileAccess {
  /** Takes paths that `locate` gave. One that leads elsewhere by now fails with `ESTALE`, and nothing is done. */
  readonly files: FileSystem
  /**
   * Where a path really leads, links resolved. Relative ones begin where the task's shell is.
   * @throws {HermesError} `file/refused` for a protected path, and for one that has led elsewhere since the call was judged.
   */
  locate(operation: FileOperation, path: string, call: LocatingCall): Promise<string>
  /** Whether a found path may be shown. */
  mayRead(path: string): Promise<boolean>
  /** Runs `work` when all earlier work on the same resolved path has ended. */
  exclusively<Value>(path: string, work: () => Promise<Value>): Promise<Value>
}

/** What is known of the call that looks for a file. Without its ids it is judged by no gate. */
export type LocatingCall = Pick<ToolContext, 'taskId'> & Partial<Pick<ToolContext, 'sessionId' | 'callId'>>

export interface FileAccessOptions {
  readonly environment: Environment
  readonly protect?: ProtectOptions
  /** Where relative paths of a task begin: absolute. Default: the environment's `workingDirectory`. */
  readonly folderOf?: (taskId: string) => string
  /** Default: every write that no rule forbids. */
  readonly confirmWrite?: ConfirmWrite
}

/**
 * Whether a call may write to a place that its path leads to now. What was judged before may have been another one: a link may
 * have come in the way since.
 */
export type ConfirmWrite = (write: {
  readonly call: LocatingCall
  readonly path: string
  readonly place: string
}) => boolean | Promise<boolean>

export function createFileAccess(options: FileAccessOptions): FileAccess {
  const { environment, protect = {}, confirmWrite } = options
  const { files, workingDirectory } = environment
  const folderOf = options.folderOf ?? (() => workingDirectory)
  let known: Promise<Folders> | undefined
  const folders = () => {
    known ??= findFolders(environment, protect)
    return known
  }

  async function refusal(operation: FileOperation, path: string, resolved: string): Promise<string | undefined> {
    const { ends, ways } = await folders()
    // A store of credentials, or what holds it, may itself be a link: the way to it counts as well as its end.
    const way = resolve(expandHome(path, ways.home))
    return (
      refusalOf(operation, resolved, ends) ?? refusalOfName(operation, way, ends) ?? refusalOfName(operation, way, ways)
    )
  }

  return {
    files: judgedFiles(files),
    async locate(operation, path, call) {
      if (path.trim() === '') throw fileError('invalid', 'The path is empty: name a file.')
      if (path.includes('\0'))
        throw fileError('invalid', 'The path has a NUL character in it: name a file without one.')
      const whole = fromFolder(path, folderOf(call.taskId))
      const resolved = await explained(path, () => files.resolve(whole))
      const reason = await refusal(operation, whole, resolved)
      const verb = operation === 'read' ? 'read' : 'written'
      if (reason !== undefined) throw fileError('refused', `${path} may not be ${verb} by file tools: ${reason}.`)
      if (operation === 'write' && (await confirmWrite?.({ call, path, place: resolved })) === false) throw turned(path)
      return resolved
    },
    mayRead: async (path) => (await refusal('read', path, path)) === undefined,
    exclusively: createLocks(),
  }
}

function turned(path: string): Error {
  return fileError(
    'refused',
    `${path} leads elsewhere than when the call was judged: nothing was written. Try it again.`,
  )
}

/** Not normalised: what `link/..` means is for the file system to say. */
export function fromFolder(path: string, folder: string): string {
  return isAbsolute(path) || path === '~' || path.startsWith('~/') ? path : `${folder}/${path}`
}

/** The same folders with their links resolved (`ends`) and as they were named (`ways`). */
interface Folders {
  readonly ends: ProtectedFolders
  readonly ways: ProtectedFolders
}

async function findFolders({ files, workingDirectory }: Environment, protect: ProtectOptions): Promise<Folders> {
  const { home = await files.resolve('~'), agentHome, workspace = workingDirectory, mode = 'default' } = protect
  const resolveAll = (roots: readonly string[]) => Promise.all(roots.map((root) => files.resolve(root)))
  const writeRoots = protect.writeRoots && (await resolveAll(protect.writeRoots))
  const ways = { home, workspace, mode, ...(agentHome !== undefined && { agentHome: resolve(agentHome) }) }
  const ends = {
    home: await files.resolve(home),
    workspace: await files.resolve(workspace),
    mode,
    ...(agentHome !== undefined && { agentHome: await files.resolve(agentHome) }),
    ...(writeRoots && { writeRoots }),
    readRoots: await resolveAll(protect.readRoots ?? []),
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
