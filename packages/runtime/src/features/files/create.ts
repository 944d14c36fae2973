import { delimiter, join } from 'node:path'
import { createFileAssessor } from '@hermes/approval'
import { createFileHistory, fileMemory, fileTools, type ProtectOptions } from '@hermes/tools'
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
    ...fileMemory(history),
    name: 'files',
    tools: fileTools({
      environment,
      history,
      folderOf,
      protect: toProtect(host),
      assess: createFileAssessor({ resolvePath: (path) => environment.files.resolve(path) }),
    }),
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
