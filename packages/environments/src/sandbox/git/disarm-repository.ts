import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, readdir, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '@hermes/safety'
import { type CheckedFolder, openFolder } from '@hermes/safety/files'
import { isBelow } from '../mounts/mount-plan.js'
import { confirmedData, gitDirectory, isRepository, kindOf, realPath } from './git-structure.js'
import { harmlessSettings } from './harmless-settings.js'

/**
 * Disarms a repository that commands have created and that could not be protected before it existed. Its hooks lose the
 * executable bit, and only harmless settings are kept.
 *
 * Commands may still be running and add links, so nothing outside of the workspaces is changed. A `.git` that leads
 * outside is removed.
 */
export async function disarmCreated(folder: string, { workspaces, held }: Surroundings): Promise<void> {
  const place = join(folder, '.git')
  const isInside = (path: string) => workspaces.some((each) => isBelow(path, each))
  const kind = kindOf(place)
  if (kind === 'none') return isRepository(folder) && isInside(join(folder, 'HEAD')) ? disarmData(folder) : undefined
  if (kind === 'folder') return disarmData(place)
  const named = kind === 'file' ? realPath(gitDirectory(folder) ?? '') : undefined
  const [data, repository] = kind === 'file' ? confirmedData(folder) : []
  if (data !== undefined && repository !== undefined && (held.includes(repository) || isInside(repository))) {
    // A linked work tree uses the hooks and settings of its main repository.
    await removeRedirections(data, ['config.worktree'])
    return held.includes(repository) ? undefined : disarmData(repository)
  }
  if (named !== undefined && isInside(named)) return disarmData(named)
  await using opened = await openFolder(folder)
  await remove(opened, '.git')
}

interface Surroundings {
  /** Only these folders may be changed. */
  readonly workspaces: readonly string[]
  /** Git directories that commands could never change. */
  readonly held: readonly string[]
}

/** Files that make git look for hooks and settings elsewhere. */
const redirections: readonly string[] = ['commondir', 'config.worktree']

export function absentRedirections(data: string): readonly string[] {
  return redirections.filter((name) => kindOf(join(data, name)) === 'none')
}

export async function removeRedirections(data: string, names: readonly string[]): Promise<void> {
  await using folder = await openFolder(data)
  for (const name of names) await remove(folder, name)
}

/** Disarms a git directory, including its submodules and linked work trees, because git reads them too. */
export async function disarmData(path: string): Promise<void> {
  await using folder = await openFolder(path)
  for (const name of redirections) await remove(folder, name)
  await disarmHooks(path, folder)
  for (const name of remoteFolders) await emptyFolder(path, folder, name)
  await disarmSettings(folder)
  for (const name of await foldersIn(folder.at('modules'))) await disarmNested(join(path, 'modules', name))
  for (const name of await foldersIn(folder.at('worktrees')))
    await removeRedirections(join(path, 'worktrees', name), ['config.worktree'])
}

/** Folders with addresses of remotes in old formats. Git looks them up by name, like those in its settings. */
const remoteFolders: readonly string[] = ['remotes', 'branches']

async function emptyFolder(data: string, folder: CheckedFolder, name: string): Promise<void> {
  const status = await lstat(folder.at(name)).catch(ignoreMissing)
  if (status?.isSymbolicLink()) await remove(folder, name)
  if (!status?.isDirectory()) return
  await using opened = await openFolder(join(data, name))
  for (const each of await readdir(opened.at('.'))) await remove(opened, each)
}

/** Disarms the git directories below a path, because names of submodules may have several components. */
async function disarmNested(path: string): Promise<void> {
  if (kindOf(join(path, 'HEAD')) === 'file') return disarmData(path)
  for (const name of await foldersIn(path)) await disarmNested(join(path, name))
}

async function disarmHooks(data: string, folder: CheckedFolder): Promise<void> {
  const status = await lstat(folder.at('hooks')).catch(ignoreMissing)
  if (status?.isSymbolicLink()) await remove(folder, 'hooks')
  if (!status?.isDirectory()) return
  await using hooks = await openFolder(join(data, 'hooks'))
  for (const name of await readdir(hooks.at('.'))) await disarmHook(hooks, name)
}

async function disarmHook(hooks: CheckedFolder, name: string): Promise<void> {
  const status = await lstat(hooks.at(name)).catch(ignoreMissing)
  if (status?.isSymbolicLink()) await remove(hooks, name)
  if (!status?.isFile() || name.endsWith('.sample')) return
  await using file = await open(hooks.at(name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  await file.chmod((await file.stat()).mode & 0o666)
}

/** Maximum size of a settings file. Real ones are smaller. */
const largest = 2 ** 20

async function disarmSettings(folder: CheckedFolder): Promise<void> {
  const status = await lstat(folder.at('config')).catch(ignoreMissing)
  if (status === undefined) return
  const settings = status.isFile() ? await readSettings(folder.at('config')) : ''
  const kept = harmlessSettings(settings)
  if (status.isFile() && kept === settings) return
  // `writeAtomically` would refuse a link at this path. Here, the link is replaced.
  const draft = folder.at(`config.${randomBytes(6).toString('hex')}`)
  await writeFile(draft, kept, { flag: 'wx' })
  await rename(draft, folder.at('config'))
}

/** Reads settings. Returns an empty text for anything but a regular file of reasonable size. */
async function readSettings(path: string): Promise<string> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  const status = await file.stat()
  return status.isFile() && status.size <= largest ? await file.readFile('utf8') : ''
}

async function foldersIn(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

async function remove(folder: CheckedFolder, name: string): Promise<void> {
  await unlink(folder.at(name)).catch(ignoreMissing)
}

/** Ignores errors about missing files and about folders, which git ignores under these names. */
function ignoreMissing(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR', 'EISDIR', 'EPERM'].includes(String(codeOf(error)))) throw error
  return undefined
}
