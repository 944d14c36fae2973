import type { AssessCall, Environment, Tool } from '@hermes/core'
import {
  type ConfirmWrite,
  createFileAccess,
  type PathView,
  type ProtectOptions,
  type RefuseFile,
} from './file-access.js'
import { createFileHistory, type FileHistory } from './file-history.js'
import { defaultFileLimits, type FileLimits } from './file-limits.js'
import { createEdits } from './patch/edits.js'
import { patchTool } from './patch/patch.js'
import { readFileTool } from './read-file.js'
import { searchFilesTool } from './search/search-files.js'
import { createSyntaxCheck } from './syntax/syntax-check.js'
import { writeFileTool } from './write-file.js'

export interface FileToolsOptions {
  /** Environment that contains the files. Must be the one that runs commands. */
  readonly environment: Environment
  readonly limits?: Partial<FileLimits>
  /** Protected paths. Default: the built-in rules, without an agent home. */
  readonly protect?: ProtectOptions
  /**
   * Returns the base for relative paths of a task: the working directory of its shell, so that commands and file tools
   * agree. Default: the environment's `workingDirectory`.
   */
  readonly folderOf?: (taskId: string) => string
  /**
   * Record of what sessions have read and changed. `fileMemory` informs it about other calls and compression. Default:
   * a history that is not informed.
   */
  readonly history?: FileHistory
  /**
   * Assesses calls that write, for an approval gate, for example `createFileAssessor` of `@hermes/approval`. Default:
   * no assessment, so the gate asks about every write.
   */
  readonly assess?: AssessCall
  /** Called before each write with the resolved path, which may have changed since `assess`. Default: not called. */
  readonly confirmWrite?: ConfirmWrite
  /** Refuses single calls in addition to the rules for all calls. Default: none. */
  readonly refuse?: RefuseFile
  /** Paths as commands see them. Default: commands see the same files. */
  readonly view?: PathView
}

/** Creates the tools `read_file`, `write_file`, `patch` and `search_files`. */
export function fileTools(options: FileToolsOptions): readonly Tool[] {
  const { environment, history = createFileHistory() } = options
  const edits = createEdits()
  const limits = { ...defaultFileLimits, ...options.limits }
  const services = {
    environment,
    access: createFileAccess(options),
    history,
    limits,
    syntax: createSyntaxCheck(environment),
    diff: edits.diff,
    ...(options.assess && { assess: options.assess }),
  }
  return [readFileTool(services), writeFileTool(services), patchTool({ ...services, edits }), searchFilesTool(services)]
}
