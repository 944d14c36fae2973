import { mkdirSync, realpathSync, statSync } from 'node:fs'
import { gitGuards } from './git-guards.js'
import { accessAt, isBelow, type MountEntry } from './mount-plan.js'
import type { SandboxPolicy } from './sandbox-policy.js'

/** Where the system's services listen: display servers, agents of keys, container engines, buses. */
const serviceFolders = ['/run', '/var/run']
/** Of what is there, programs need this: other programs, where the system keeps them there, and who answers for names. */
const neededServices = ['/run/current-system', '/run/opengl-driver', '/etc/resolv.conf']

interface Surroundings {
  /** Files that something listens on. */
  readonly sockets: readonly string[]
  /** Folders that may hold one. */
  readonly repositories: readonly string[]
  /** Where they keep their data, as far as it is elsewhere. */
  readonly repositoryData: readonly string[]
}

/** What a policy means for the files that there are right now. */
export function sandboxEntries(policy: SandboxPolicy, surroundings: Surroundings): MountEntry[] {
  const { sockets, repositories, repositoryData } = surroundings
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
    repositories.flatMap((folder) => gitGuards(folder, isOwn)),
    'read-only',
  )
  // A repository says what is guarded, whoever wrote it: that takes away the right to write, and shows nothing that is hidden.
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
    // Not there, or not for this user: nothing that a command could reach either.
    return undefined
  }
}
