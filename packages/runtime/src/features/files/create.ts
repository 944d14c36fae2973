import { join } from 'node:path'
import { createFileAssessor } from '@hermes/approval'
import type { SessionId } from '@hermes/core'
import { createFileHistory, fileMemory, fileTools, type PathView, type ProtectOptions } from '@hermes/tools'
import { rootsIn } from '../../environments/sandbox/opened-folders.js'
import { writablePlaces } from '../../environments/sandbox/writable-places.js'
import { withFiles } from '../../environments/with-files.js'
import { userFolder } from '../../home/home-paths.js'
import type { Feature, Host } from '../../host.js'
import { createJudgedPlaces } from './judged-places.js'

export interface FilesSettings {
  /** The setting `security.write_safe_root`. */
  readonly writeRoot: string
  readonly workspaceOnly: boolean
  /** Allowed folders other than the working folder. */
  readonly opened: readonly string[]
}

/**
 * Creates file tools that resolve relative paths from the folder of the task's shell. They write without asking wherever sandboxed commands may write.
 */
export async function createFiles({
  environment,
  folderOf,
  ...host
}: Pick<
  Host<FilesSettings>,
  | 'environment'
  | 'folderOf'
  | 'settings'
  | 'folders'
  | 'variables'
  | 'writtenFiles'
  | 'refuseFile'
  | 'fileView'
  | 'surface'
>): Promise<Feature> {
  const history = createFileHistory()
  const judged = createJudgedPlaces()
  const memory = fileMemory(history)
  const { settings, folders, variables, writtenFiles, surface } = host
  const assess = createFileAssessor({
    resolvePath: (path, call) => resolveFor(host.fileView, environment, path, call?.rootSessionId),
    writable: () => writablePlaces({ environment, chosen: settings.opened, agentHome: folders.home, variables }),
    onJudged({ call, path, place, opensConnections }) {
      judged.note(call, path, place)
      writtenFiles.note(call.rootSessionId, place, opensConnections)
    },
  })
  /** Whether a path needs no approval. Without a verdict of the gate, only such paths are allowed. */
  const isUnsuspicious = async (path: string, taskId: string) => {
    const context = { workingDirectory: folderOf(taskId), home: userFolder(variables), agentHome: folders.home }
    return (await assess({ path }, context)).verdict === 'run'
  }
  return {
    name: 'files',
    ...(memory.hooks && { hooks: memory.hooks }),
    tools: fileTools({
      ...(host.refuseFile && { refuse: host.refuseFile }),
      ...(host.fileView && { view: host.fileView }),
      environment: surface.filesOf ? withFiles(environment, surface.filesOf(environment.files)) : environment,
      history,
      folderOf,
      protect: toProtect(host),
      assess,
      confirmWrite({ call, path, place }) {
        const seen = judged.placeOf(call, path)
        return seen === undefined ? isUnsuspicious(path, call.taskId) : seen === place
      },
    }),
  }
}

async function resolveFor(
  view: PathView | undefined,
  { files }: Host['environment'],
  path: string,
  conversation: SessionId | undefined,
): Promise<string> {
  return view ? view.nameOf(await view.resolve(path, conversation), conversation) : files.resolve(path)
}

function toProtect({ settings, folders }: Pick<Host<FilesSettings>, 'settings' | 'folders'>): ProtectOptions {
  const writeRoots = rootsIn(settings.writeRoot)
  return {
    agentHome: folders.home,
    mode: settings.workspaceOnly ? 'workspace-only' : 'default',
    // Results that were too long for the model are stored there and must be readable.
    readRoots: [join(folders.cache, 'spillover')],
    ...(writeRoots.length > 0 && { writeRoots }),
  }
}
