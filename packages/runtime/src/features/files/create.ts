import { delimiter, join } from 'node:path'
import type { Hooks } from '@hermes/core'
import { createFileHistory, type FileHistory, fileTools, type ProtectOptions } from '@hermes/tools'
import type { Feature, Host } from '../../host.js'

export interface FilesSettings {
  /** `security.write_safe_root`. */
  readonly writeRoot: string
  readonly workspaceOnly: boolean
}

/** File tools for which relative paths begin where the task's shell is. */
export async function createFiles({
  environment,
  folderOf,
  ...host
}: Pick<Host<FilesSettings>, 'environment' | 'folderOf' | 'settings' | 'folders'>): Promise<Feature> {
  const history = createFileHistory()
  return {
    name: 'files',
    tools: fileTools({ environment, history, folderOf, protect: toProtect(host) }),
    hooks: watch(history),
  }
}

function toProtect({ settings, folders }: Pick<Host<FilesSettings>, 'settings' | 'folders'>): ProtectOptions {
  const writeRoots = settings.writeRoot.split(delimiter).filter((root) => root.trim() !== '')
  return {
    agentHome: folders.home,
    mode: settings.workspaceOnly ? 'workspace-only' : 'default',
    // What was too long for the model lies there, and can be read from there.
    readRoots: [join(folders.cache, 'spillover')],
    ...(writeRoots.length > 0 && { writeRoots }),
  }
}

/** They count repetitions by themselves; all other tools are something else that was done. */
const watched: readonly string[] = ['read_file', 'search_files']

function watch(history: FileHistory): Hooks {
  return {
    post_tool_call({ sessionId, call }) {
      if (!watched.includes(call.function.name)) history.interrupt(sessionId)
    },
    pre_compress: ({ sessionId }) => history.forget(sessionId),
  }
}
