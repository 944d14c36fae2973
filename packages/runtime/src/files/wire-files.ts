import { delimiter, join } from 'node:path'
import type { Environment, Plugin, Tool } from '@hermes/core'
import {
  createFileHistory,
  type FileHistory,
  fileTools,
  fromFolder,
  type ProtectOptions,
  type ShellStates,
} from '@hermes/tools'
import type { RuntimeOptions } from '../runtime.js'

export interface WiredFiles {
  readonly tools: readonly Tool[]
  /** Tells the tools what else happens in a session. */
  readonly plugin: Plugin
  /** Where a path of a task leads: for the file tools and for whoever schedules them. */
  resolvePath(path: string, taskId: string): Promise<string>
}

/** File tools for which relative paths begin where the task's shell is. */
export function wireFiles(options: RuntimeOptions, environment: Environment, shells: ShellStates): WiredFiles {
  const history = createFileHistory()
  const folderOf = (taskId: string) => shells.get(taskId).folder
  return {
    tools: fileTools({ environment, history, folderOf, protect: toProtect(options) }),
    plugin: fileMemory(history),
    resolvePath: (path, taskId) => environment.files.resolve(fromFolder(path, folderOf(taskId))),
  }
}

function toProtect({ config: { security }, paths }: RuntimeOptions): ProtectOptions {
  const writeRoots = security.write_safe_root.split(delimiter).filter((root) => root.trim() !== '')
  return {
    agentHome: paths.home,
    mode: security.workspace_only ? 'workspace-only' : 'default',
    // What was too long for the model lies there, and can be read from there.
    readRoots: [join(paths.cache, 'spillover')],
    ...(writeRoots.length > 0 && { writeRoots }),
  }
}

/** They count repetitions by themselves; all other tools are something else that was done. */
const watched: readonly string[] = ['read_file', 'search_files']

function fileMemory(history: FileHistory): Plugin {
  return {
    name: 'file-memory',
    hooks: {
      post_tool_call({ sessionId, call }) {
        if (!watched.includes(call.function.name)) history.interrupt(sessionId)
      },
      pre_compress: ({ sessionId }) => history.forget(sessionId),
    },
  }
}
