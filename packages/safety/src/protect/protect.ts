import { basename, dirname, join } from 'node:path'
import { isInside } from './is-inside.js'
import {
  agentSecrets,
  agentWorkFolders,
  endlessDevices,
  environmentFile,
  homeSecrets,
  homeStartup,
  openInSsh,
  ordinaryParts,
  secretNames,
  systemFolders,
  systemParts,
  systemSecrets,
} from './protected-paths.js'

export type FileOperation = 'read' | 'write'

/** The folders that decide what is protected. All paths are absolute and resolved. */
export interface ProtectedFolders {
  readonly home?: string
  /** The agent's state, policy and keys. */
  readonly agentHome?: string
  readonly workspace: string
  /** `workspace-only`: files outside the workspace are neither read nor written. */
  readonly mode: 'default' | 'workspace-only'
  /** When set, files outside these folders are not written. */
  readonly writeRoots?: readonly string[]
  /** Folders that may be read in `workspace-only` mode although they are outside the workspace. */
  readonly readRoots?: readonly string[]
}

/**
 * Returns why the file tools refuse a path, as the end of a sentence, or `undefined` when the path is allowed. `path`
 * must be absolute and resolved.
 */
export function denialReason(operation: FileOperation, path: string, folders: ProtectedFolders): string | undefined {
  if (folders.mode === 'workspace-only' && !isInReach(operation, path, folders)) return 'it is outside of the workspace'
  if (operation === 'write' && folders.writeRoots && !isWithinAny(path, folders.writeRoots)) {
    return 'it is outside of the folders that may be written to'
  }
  return denialReasonForName(operation, path, folders) ?? denialReasonForSystem(operation, path, folders.workspace)
}

function isInReach(operation: FileOperation, path: string, { workspace, readRoots = [] }: ProtectedFolders): boolean {
  return isWithin(path, workspace) || (operation === 'read' && isWithinAny(path, readRoots))
}

/** Applies only the rules that also hold for a path before its links are resolved. */
export function denialReasonForName(
  operation: FileOperation,
  path: string,
  folders: ProtectedFolders,
): string | undefined {
  const name = basename(path)
  if (secretNames.some((pattern) => pattern.test(name))) return 'it is a private key or holds credentials'
  if (environmentFile.test(name)) return 'it holds secrets of a project'
  return denialReasonInHome(operation, path, folders.home) ?? denialReasonInAgentHome(operation, path, folders)
}

function denialReasonInHome(operation: FileOperation, path: string, home: string | undefined): string | undefined {
  for (const inHome of belowHomes(path, home)) {
    const isOpen = operation === 'read' && openInSsh.test(inHome)
    if (!isOpen && startsWithAny(inHome, homeSecrets)) return 'it belongs to a credential store'
    if (operation === 'write' && startsWithAny(inHome, homeStartup))
      return 'it controls what runs at login or who can log in'
  }
  return undefined
}

/** Returns the path relative to the user's home and to any other home. */
function belowHomes(path: string, home: string | undefined): string[] {
  const own = home !== undefined && isWithinAnyCase(path, home) ? [relativeTo(path, home)] : []
  const other = /^(?:\/root|\/home\/[^/]+|\/Users\/[^/]+)\/(.+)$/.exec(path)?.[1]
  return other === undefined ? own : [...own, other]
}

function denialReasonInAgentHome(
  operation: FileOperation,
  path: string,
  folders: ProtectedFolders,
): string | undefined {
  const homes = agentHomesOf(folders).filter((home) => isWithinAnyCase(path, home))
  for (const home of homes) {
    const below = relativeTo(path, home)
    if (agentSecrets.test(below)) return 'it holds keys of the agent'
  }
  const isForWork = homes.some((home) => startsWithAny(withoutProfile(relativeTo(path, home)), agentWorkFolders))
  return operation === 'write' && homes.length > 0 && !isForWork
    ? 'it belongs to the state or the policy of the agent'
    : undefined
}

/**
 * Returns the agent's home, the home that contains its profile, and the default home, which other agents of the same
 * user share.
 */
function agentHomesOf({ agentHome, home }: ProtectedFolders): readonly string[] {
  const own = agentHome === undefined ? [] : [agentHome, ...aboveProfiles(agentHome)]
  return home === undefined ? own : [...own, join(home, '.hermes')]
}

function aboveProfiles(agentHome: string): readonly string[] {
  const parent = dirname(agentHome)
  return basename(parent) === 'profiles' ? [dirname(parent)] : []
}

function withoutProfile(below: string): string {
  return below.replace(/^profiles\/[^/]+\//i, '')
}

function denialReasonForSystem(operation: FileOperation, path: string, workspace: string): string | undefined {
  if (operation === 'read') {
    if (endlessDevices.some((pattern) => pattern.test(path))) return 'it is a device'
    return systemSecrets.some((pattern) => pattern.test(path)) ? 'it holds system secrets' : undefined
  }
  if (isWithinAny(path, ordinaryParts)) return undefined
  if (isWithinAny(path, systemFolders)) return 'it is part of the system'
  const isWorkplace =
    isWithinAny(workspace, systemParts) && isWithin(path, workspace) && !systemParts.includes(workspace)
  return isWithinAny(path, systemParts) && !isWorkplace ? 'it is part of the system' : undefined
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || isInside(path, folder)
}

/** Compares case-insensitively, because some file systems ignore case in names. */
function isWithinAnyCase(path: string, folder: string): boolean {
  return isWithin(path.toLowerCase(), folder.toLowerCase())
}

function isWithinAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isWithin(path, folder))
}

function relativeTo(path: string, folder: string): string {
  return path
    .slice(folder.length)
    .replace(/^[\\/]+/, '')
    .replaceAll('\\', '/')
}

/** Compares whole segments case-insensitively, because some file systems ignore case in names. */
function startsWithAny(path: string, starts: readonly string[]): boolean {
  const lower = `${path.toLowerCase()}/`
  return starts.some((start) => lower.startsWith(`${start.toLowerCase()}/`))
}
