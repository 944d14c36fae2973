import type { AssessCall, Environment, Tool } from '@hermes/core'
import { type ConfirmWrite, createFileAccess, type ProtectOptions } from './file-access.js'
import { createFileHistory, type FileHistory } from './file-history.js'
import { defaultFileLimits, type FileLimits } from './file-limits.js'
import { patchTool } from './patch/patch.js'
import { readFileTool } from './read-file.js'
import { searchFilesTool } from './search/search-files.js'
import { createSyntaxCheck } from './syntax/syntax-check.js'
import { writeFileTool } from './write-file.js'

export interface FileToolsOptions {
  /** Whose files the tools work on: the same that its commands see. */
  readonly environment: Environment
  readonly limits?: Partial<FileLimits>
  /** What the tools keep off. Default: the rules alone, without a home of the agent. */
  readonly protect?: ProtectOptions
  /**
   * Where relative paths of a task begin: where its shell is, so that a command and a file tool mean the same file.
   * Default: the environment's `workingDirectory`.
   */
  readonly folderOf?: (taskId: string) => string
  /**
   * What the sessions have seen of files. Whoever wires the agent tells it when a conversation was shortened, and when other
   * tools ran. Default: one that nobody tells anything.
   */
  readonly history?: FileHistory
  /**
   * What a call that writes would do, for a gate: such as `createFileAssessor` of `@hermes/approval`. Default: nothing is said,
   * so a gate asks about each of them.
   */
  readonly assess?: AssessCall
  /** Asked before each write, when its path has been resolved: `assess` may have seen it lead elsewhere. Default: not asked. */
  readonly confirmWrite?: ConfirmWrite
}

/** `read_file`, `write_file`, `patch` and `search_files`. */
export function fileTools(options: FileToolsOptions): readonly Tool[] {
  const { environment, history = createFileHistory() } = options
  const limits = { ...defaultFileLimits, ...options.limits }
  const services = {
    environment,
    access: createFileAccess(options),
    history,
    limits,
    syntax: createSyntaxCheck(environment),
    ...(options.assess && { assess: options.assess }),
  }
  return [readFileTool(services), writeFileTool(services), patchTool(services), searchFilesTool(services)]
}
