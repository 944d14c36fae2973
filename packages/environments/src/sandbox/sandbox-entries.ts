import { mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { gitGuards, gitSettings } from './git/git-guards.js'
import { realPath } from './git/git-structure.js'
import { accessAt, isBelow, type MountEntry } from './mounts/mount-plan.js'
import type { SandboxPolicy } from './sandbox-policy.js'

/** Folders with sockets of system services: display servers, key agents, container engines, buses. */
const serviceFolders = ['/run', '/var/run']
/** Paths that programs need from there: system programs in some distributions, and name resolution. */
const neededServices = ['/run/current-system', '/run/opengl-driver', '/etc/resolv.conf']

interface Surroundings {
  /** Listening socket files. */
  readonly sockets: readonly string[]
  /** Folders that may contain a repository. */
  readonly repositories: readonly string[]
  /** Git directories outside of these folders. */
  readonly repositoryData: readonly string[]
  /** Large files with objects of repositories. */
  readonly largeObjects: readonly string[]
}

/** Returns the settings files of repositories that commands may change through copies. */
export function changeableSettings(
  { workspaces }: SandboxPolicy,
  { repositories, repositoryData }: Pick<Surroundings, 'repositories' | 'repositoryData'>,
  entries: readonly MountEntry[],
): readonly string[] {
  const isIn = (path: string) =>
    [...workspaces, ...repositoryData].some((folder) => isBelow(path, realPath(folder) ?? folder))
  return [...new Set(repositories.flatMap(gitSettings))].filter(
    (path) => isIn(path) && accessAt(dirname(path), entries) === 'writable' && accessAt(path, entries) === 'read-only',
  )
}

/** Applies a policy to the files that exist. */
export function sandboxEntries(policy: SandboxPolicy, surroundings: Surroundings): MountEntry[] {
  const { sockets, repositories, repositoryData, largeObjects } = surroundings
  const { workspaces, writable = [], readOnly = [], hidden = [], replaced = [] } = policy
  const isWorkedIn = ({ path }: MountEntry) => workspaces.some((folder) => isBelow(path, folder))
  const isService = ({ path }: MountEntry) => serviceFolders.some((folder) => isBelow(path, folder))
  const isOwn = (path: string) =>
    [...workspaces, ...repositoryData].some((folder) => folder === path || isBelow(path, folder))
  const entries = [
    ...toEntries([...workspaces, ...writable, ...repositoryData], 'writable'),
    ...replaced.flatMap(({ folder, by }) => replacement(folder, by)),
    ...toEntries(readOnly, 'read-only'),
    ...toEntries([...hidden, ...serviceFolders], 'hidden'),
    ...toEntries(neededServices, 'read-only').filter(isService),
    ...toEntries(sockets, 'hidden').filter((entry) => !isWorkedIn(entry)),
  ]
  const guards = toEntries(
    [...repositories.flatMap((folder) => gitGuards(folder, isOwn)), ...largeObjects],
    'read-only',
  )
  // Repositories are untrusted, but guards only remove write access and never reveal hidden files.
  return [...entries, ...guards.filter(({ path }) => accessAt(path, entries) === 'writable')]
}

function toEntries(paths: readonly string[], access: MountEntry['access']): MountEntry[] {
  return paths.flatMap((given) => {
    const found = look(given)
    return found === undefined || found.path === '/' ? [] : [{ ...found, access }]
  })
}

function replacement(folder: string, by: string): MountEntry[] {
  const [entry] = toEntries([folder], 'writable')
  if (!entry?.isFolder) return []
  mkdirSync(by, { recursive: true, mode: 0o700 })
  return [{ ...entry, source: realpathSync(by) }]
}

function look(given: string): Pick<MountEntry, 'path' | 'isFolder'> | undefined {
  try {
    const path = realpathSync.native(given)
    return { path, isFolder: statSync(path).isDirectory() }
  } catch {
    // Missing, or not accessible to this user and therefore not to a command either.
    return undefined
  }
}
