import { existsSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { WritablePlaces } from '@hermes/approval'
import type { Environment } from '@hermes/core'
import { homeSecrets, homeStartup } from '@hermes/safety/protect'
import { expandTilde, userFolder, type Variables } from '../../home/home-paths.js'
import { workspaceFolders } from './workspace-folders.js'

/** Folders in the agent's home in which commands and file tools may work. */
export const workInAgentHome: readonly string[] = ['home', 'tmp', 'workspace']

export interface WritablePlacesOptions {
  readonly environment: Pick<Environment, 'id' | 'files' | 'workingDirectory'>
  /** Folders that the user has added with `terminal.sandbox_writable` and `security.write_safe_root`. */
  readonly chosen: readonly string[]
  readonly agentHome: string
  readonly variables: Variables
}

/** Returns the places where file tools write without asking, which are those where sandboxed commands may write. */
export async function writablePlaces(options: WritablePlacesOptions): Promise<WritablePlaces> {
  const { environment } = options
  const temporary = environment.id === 'local' ? ['/tmp', '/var/tmp', tmpdir()] : ['/tmp', '/var/tmp']
  const [places, resolved] = await Promise.all([writableFolders(options), resolveAll(environment, temporary)])
  return { ...places, temporary: resolved }
}

/** Like {@link writablePlaces}, without the temporary folders. */
export async function writableFolders(options: WritablePlacesOptions): Promise<Omit<WritablePlaces, 'temporary'>> {
  const { environment, chosen, variables } = options
  const { workingDirectory } = environment
  const [workspace = workingDirectory, home = '/', ...opened] = await resolveAll(environment, [
    workingDirectory,
    '~',
    ...chosen.map((path) => resolve(workingDirectory, expandTilde(path, userFolder(variables)))),
  ])
  const isHere = environment.id === 'local'
  const agentHome = isHere ? realPath(options.agentHome) : join(home, '.hermes')
  const guarded = [...homeSecrets, ...homeStartup].map((name) => join(home, name))
  const own = isHere ? workspaceFolders({ folder: workspace, home, agentHome, guarded }) : [workspace]
  return {
    folders: [...own, ...opened, ...workInAgentHome.map((name) => join(agentHome, name))],
    held: [workspace, home, agentHome],
  }
}

function resolveAll({ files }: Pick<Environment, 'files'>, paths: readonly string[]): Promise<readonly string[]> {
  return Promise.all(paths.map((path) => files.resolve(path)))
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync.native(path) : path
}
