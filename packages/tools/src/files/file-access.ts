import { isAbsolute, resolve } from 'node:path'
import type { Environment, SessionId, ToolContext } from '@hermes/core'
import type { FileSystem } from '@hermes/core/environment'
import { denialReason, denialReasonForName, type FileOperation, type ProtectedFolders } from '@hermes/safety/protect'
import { expandHome } from '../shared/resolve-path.js'
import { fileError, withFileErrors } from './file-error.js'
import { judgedFiles } from './judged-files.js'

export interface ProtectOptions {
  /** Home folder whose credentials are protected. Default: the folder that the environment resolves `~` to. */
  readonly home?: string
  /** Folder of the agent's state, policy and keys. Default: none. */
  readonly agentHome?: string
  /** Workspace folder. Default: the environment's `workingDirectory`. */
  readonly workspace?: string
  /** `workspace-only` refuses everything outside of the workspace. Default: `default`. */
  readonly mode?: ProtectedFolders['mode']
  /** Folders that writing is restricted to. Default: every folder that is not protected. */
  readonly writeRoots?: readonly string[]
  /** Folders outside of the workspace that `workspace-only` may read. Default: none. */
  readonly readRoots?: readonly string[]
}

/** Access to files for the file tools, which use nothing else. Every path must come from `locate`. */
export interface FileAccess {
  /** File system for paths returned by `locate`. Fails with `ESTALE`, without any effect, when a path has changed since. */
  readonly files: FileSystem
  /**
   * Resolves a path and its links. Relative paths start at the working directory of the task's shell.
   *
   * @throws {HermesError} `file/refused` for a protected path, and for a path that changed since the call was assessed.
   */
  locate(operation: FileOperation, path: string, call: LocatingCall): Promise<string>
  /** Returns whether a path found by a search may be shown. */
  mayRead(path: string, call: LocatingCall): Promise<boolean>
  /** Returns whether commands of the call see a path from `locate` under another name, so that they cannot search it. */
  hasOtherName(path: string, call: LocatingCall): boolean
  /** Runs `work` after all earlier work on the same resolved path. */
  exclusively<Value>(path: string, work: () => Promise<Value>): Promise<Value>
}

/** Call that locates a file. Without its ids, no gate confirms it. */
export type LocatingCall = Pick<ToolContext, 'taskId'> & Partial<Pick<ToolContext, 'sessionId' | 'callId' | 'run'>>

/**
 * Returns the reason why a call may not access the resolved path, in addition to the rules for all calls. The reason
 * completes "it may not be read, because". `undefined` allows the access.
 */
export type RefuseFile = (access: {
  readonly operation: FileOperation
  readonly path: string
  readonly call: LocatingCall
}) => Promise<string | undefined>

/**
 * Paths as the commands of a conversation see them, when those see other files: `/tmp` may be a separate folder there.
 * `conversation` is the session of the outermost run.
 */
export interface PathView {
  /** Resolves an absolute path, or one that starts with `~`, and its links to the location of the file. */
  resolve(path: string, conversation: SessionId | undefined): Promise<string>
  /** Returns the path under which commands see a resolved path. */
  nameOf(place: string, conversation: SessionId | undefined): string
}

export interface FileAccessOptions {
  readonly environment: Environment
  readonly protect?: ProtectOptions
  /** Returns the absolute base for relative paths of a task. Default: the environment's `workingDirectory`. */
  readonly folderOf?: (taskId: string) => string
  /** Confirms writes. Default: allows every write that no rule forbids. */
  readonly confirmWrite?: ConfirmWrite
  /** Refuses single calls. Default: every call has the same rules. */
  readonly refuse?: RefuseFile
  /** Paths as commands see them; rules apply to these names. Default: commands see the same files. */
  readonly view?: PathView
}

/**
 * Confirms a write to the resolved path. The call may have been assessed for another path, because a link may have been
 * added since.
 */
export type ConfirmWrite = (write: {
  readonly call: LocatingCall
  readonly path: string
  readonly place: string
}) => boolean | Promise<boolean>

export function createFileAccess(options: FileAccessOptions): FileAccess {
  const { environment, protect = {}, confirmWrite, refuse, view } = options
  const { files, workingDirectory } = environment
  const folderOf = options.folderOf ?? (() => workingDirectory)
  let known: Promise<Folders> | undefined
  const folders = () => {
    known ??= findFolders(environment, protect)
    return known
  }

  async function refusal(operation: FileOperation, path: string, resolved: string): Promise<string | undefined> {
    const { resolved: targets, asNamed } = await folders()
    // A credential store, or a folder that contains it, may be a link, so both the unresolved path and its target are
    // checked.
    const named = resolve(expandHome(path, asNamed.home))
    return (
      denialReason(operation, resolved, targets) ??
      denialReasonForName(operation, named, targets) ??
      denialReasonForName(operation, named, asNamed)
    )
  }

  const resolvePath = (path: string, call: LocatingCall) =>
    view ? view.resolve(path, conversationOf(call)) : files.resolve(path)
  const nameOf = (place: string, call: LocatingCall) => view?.nameOf(place, conversationOf(call)) ?? place

  return {
    files: judgedFiles(files),
    async locate(operation, path, call) {
      if (path.trim() === '') throw fileError('invalid', 'The path is empty: name a file.')
      if (path.includes('\0')) throw fileError('invalid', 'The path contains a NUL character: name a file without one.')
      const whole = fromFolder(path, folderOf(call.taskId))
      const resolved = await withFileErrors(path, () => resolvePath(whole, call))
      const name = nameOf(resolved, call)
      const reason = (await refusal(operation, whole, name)) ?? (await refuse?.({ operation, path: name, call }))
      const verb = operation === 'read' ? 'read' : 'written'
      if (reason !== undefined) throw fileError('refused', `${path} may not be ${verb} by file tools: ${reason}.`)
      if (operation === 'write' && (await confirmWrite?.({ call, path, place: name })) === false)
        throw pathChanged(path)
      return resolved
    },
    async mayRead(path, call) {
      const name = nameOf(path, call)
      // Commands see a different file at this path.
      if (name === path && view && (await resolvePath(path, call)) !== path) return false
      return (
        (await refusal('read', name, name)) === undefined &&
        (await refuse?.({ operation: 'read', path: name, call })) === undefined
      )
    },
    hasOtherName: (path, call) => nameOf(path, call) !== path,
    exclusively: createLocks(),
  }
}

/** Returns the session of the outermost run of a call. */
function conversationOf({ run, sessionId }: LocatingCall): SessionId | undefined {
  return run?.rootSessionId ?? sessionId
}

function pathChanged(path: string): Error {
  return fileError(
    'refused',
    `${path} leads elsewhere than when the call was approved: nothing was written. Try it again.`,
  )
}

/** Resolves a path against a folder without normalizing it, because the file system decides where `link/..` leads. */
export function fromFolder(path: string, folder: string): string {
  return isAbsolute(path) || path === '~' || path.startsWith('~/') ? path : `${folder}/${path}`
}

/** Protected folders with links resolved (`resolved`) and as named (`asNamed`). */
interface Folders {
  readonly resolved: ProtectedFolders
  readonly asNamed: ProtectedFolders
}

async function findFolders({ files, workingDirectory }: Environment, protect: ProtectOptions): Promise<Folders> {
  const { home = await files.resolve('~'), agentHome, workspace = workingDirectory, mode = 'default' } = protect
  const resolveAll = (roots: readonly string[]) => Promise.all(roots.map((root) => files.resolve(root)))
  const writeRoots = protect.writeRoots && (await resolveAll(protect.writeRoots))
  const asNamed = { home, workspace, mode, ...(agentHome !== undefined && { agentHome: resolve(agentHome) }) }
  const resolved = {
    home: await files.resolve(home),
    workspace: await files.resolve(workspace),
    mode,
    ...(agentHome !== undefined && { agentHome: await files.resolve(agentHome) }),
    ...(writeRoots && { writeRoots }),
    readRoots: await resolveAll(protect.readRoots ?? []),
  }
  return { resolved, asNamed }
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
