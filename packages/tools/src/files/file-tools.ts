import type { Environment, Tool } from '@hermes/core'
import { createFileAccess, type ProtectOptions } from './file-access.js'
import { defaultFileLimits, type FileLimits } from './file-limits.js'
import { patchTool } from './patch/patch.js'
import { readFileTool } from './read-file.js'
import { searchFilesTool } from './search/search-files.js'
import { writeFileTool } from './write-file.js'

export interface FileToolsOptions {
  /** Whose files the tools work on: the same that its commands see. */
  readonly environment: Environment
  readonly limits?: Partial<FileLimits>
  /** What the tools keep off. Default: the rules alone, without a home of the agent. */
  readonly protect?: ProtectOptions
}

/** `read_file`, `write_file`, `patch` and `search_files`. */
export function fileTools(options: FileToolsOptions): readonly Tool[] {
  const limits = { ...defaultFileLimits, ...options.limits }
  const access = createFileAccess(options.environment, options.protect)
  return [
    readFileTool(access, limits),
    writeFileTool(access, limits),
    patchTool(access, limits),
    searchFilesTool(options.environment, access, limits),
  ]
}
