import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Replacement, SandboxPolicy } from '@hermes/environments/sandbox'
import { denialReason, homeSecrets, homeStartup } from '@hermes/safety/protect'
import { expandTilde, type HomePaths, userFolder, type Variables } from '../../home/home-paths.js'
import type { Config } from '../../schema/config-schema.js'
import { readableCaches, replacedCaches } from './command-caches.js'
import { workspaceFolders } from './workspace-folders.js'
import { workInAgentHome } from './writable-places.js'

export interface SandboxPolicyOptions {
  readonly config: Config
  readonly paths: HomePaths
  readonly variables: Variables
  readonly workingDirectory: string
  /** Whether commands can reach other machines. */
  readonly hasNetwork: boolean
  /** Whether conversations cannot see each other's temporary files, nor anything in the agent's cache. */
  readonly servesStrangers?: boolean
  /** The folders for temporary files. Default: those of the system. */
  readonly temporaryFolders?: readonly string[]
  /** The Node.js program that runs the agent. Default: that of this process. */
  readonly program?: string
}

/** Parts of the agent's home that commands may read. */
const readableInAgentHome = ['hooks', 'plugins', 'skills']
/** Parts of the cache that belong to other sessions, or that the next start of the agent runs or trusts. */
const hiddenInCache = ['commands', 'compile', 'sandbox']
/** System folders that contain secrets. */
const systemFolders = ['/etc', '/etc/docker', '/etc/security', '/etc/ssh', '/etc/ssl']

/** Returns the folders for temporary files, with links resolved and without duplicates. */
export function systemTemporaryFolders(): readonly string[] {
  return [...new Set(['/tmp', '/var/tmp', tmpdir()].map(realPath))]
}

/** Returns the sandbox policy for commands, from the config and the rules for protected files. */
export function sandboxPolicy(options: SandboxPolicyOptions): SandboxPolicy {
  const { paths, variables, workingDirectory, temporaryFolders = systemTemporaryFolders() } = options
  const { program = process.execPath } = options
  const home = realPath(userFolder(variables))
  const agentHome = realPath(paths.home)
  const inHome = (names: readonly string[]) => names.map((name) => join(home, name))
  const inAgentHome = (names: readonly string[]) => names.map((name) => join(agentHome, name))
  const chosen = chosenPlaces(options, home)
  const isChosen = (path: string) => chosen.includes(path)
  return {
    workspaces: workspaceFolders({
      folder: realPath(workingDirectory),
      home,
      agentHome,
      guarded: inHome([...homeSecrets, ...homeStartup]),
    }),
    writable: [...(options.servesStrangers ? [] : temporaryFolders), ...inAgentHome(workInAgentHome), ...chosen],
    readOnly: [
      ...inHome(homeStartup),
      ...inAgentHome([...readableInAgentHome, ...(options.servesStrangers ? [] : ['cache'])]),
      ...readableCaches(home),
      ...temporaryFolders.flatMap((folder) => installationIn(folder, program)),
    ].filter((path) => !isChosen(path)),
    hidden: [
      ...inHome(homeSecrets).filter((path) => !isChosen(path)),
      ...systemSecrets(workingDirectory),
      join(home, '.hermes'),
      agentRoot(agentHome),
      ...hiddenInCache.map((name) => join(agentHome, 'cache', name)),
    ],
    replaced: replacedFolders(options),
    network: options.hasNetwork ? 'shared' : 'none',
    unixSockets: socketsBy[options.config.terminal.sandbox_unix_sockets],
  }
}

/** Returns the user's folders that are replaced by separate ones for commands. */
export function replacedFolders(options: SandboxPolicyOptions): readonly Replacement[] {
  const { paths, variables, hasNetwork } = options
  const home = realPath(userFolder(variables))
  const chosen = chosenPlaces(options, home)
  return replacedCaches({ home, folder: join(paths.cache, 'commands'), hasNetwork }).filter(
    ({ folder }) => !chosen.includes(folder),
  )
}

/** Returns what the settings allow commands to write. */
function chosenPlaces({ config, workingDirectory }: SandboxPolicyOptions, home: string): readonly string[] {
  return config.terminal.sandbox_writable.map((path) => resolve(workingDirectory, expandTilde(path, home)))
}

const socketsBy = { auto: 'auto', on: 'allowed', off: 'refused' } as const

/**
 * Returns the folder of the Node.js that runs the agent, if it is in a temporary folder. Commands need it there even if they see a separate
 * temporary folder, and must not replace it.
 */
function installationIn(temporaryFolder: string, program: string): readonly string[] {
  if (!program.startsWith(`${temporaryFolder}/`)) return []
  const folder = dirname(program)
  const installation = basename(folder) === 'bin' ? dirname(folder) : folder
  return installation === temporaryFolder ? [program] : [installation]
}

/** Returns the home that contains a profile, because profiles are inside the home that they belong to. */
export function agentRoot(agentHome: string): string {
  const parent = dirname(agentHome)
  return basename(parent) === 'profiles' ? dirname(parent) : agentHome
}

function systemSecrets(workspace: string): readonly string[] {
  return systemFolders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => denialReason('read', path, { workspace, mode: 'default' }) !== undefined)
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync.native(path) : path
}
