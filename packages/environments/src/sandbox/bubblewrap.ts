import { join } from 'node:path'
import { EnvironmentError, type Logger, silentLogger } from '@hermes/core'
import type { CommandOwner } from '@hermes/core/environment'
import { proxyVariables } from '../egress/proxy-variables.js'
import type { CommandWrapper } from '../local/command-wrapper.js'
import { markerName } from '../local/marker.js'
import { carryVariables } from './carried-variables.js'
import { systemCalls } from './filter-loader.js'
import { findProgram } from './find-program.js'
import { realPath } from './git/git-structure.js'
import { watchGit } from './git/git-watch.js'
import { watchHistory } from './git/history/watch-history.js'
import { linkLoader } from './git/settings/link-loader.js'
import { createSettingsCopies, type SettingsCopies } from './git/settings/settings-copies.js'
import { launcher } from './launcher.js'
import { accessAt, isBelow, mountPlan } from './mounts/mount-plan.js'
import { listeningSockets } from './mounts/unix-sockets.js'
import { viewArguments } from './mounts/view-arguments.js'
import type { GroupUse } from './namespaces/command-group.js'
import { createCommandGroups } from './namespaces/command-groups.js'
import { createJoining, joinNamespaces } from './namespaces/joining.js'
import type { NetworkAccess, SandboxNetwork } from './namespaces/sandbox-network.js'
import { createProcessLimit, type ProcessLimit } from './process-limit.js'
import { changeableSettings, sandboxEntries } from './sandbox-entries.js'
import { openSandboxFiles } from './sandbox-files.js'
import { sandboxNames } from './sandbox-names.js'
import type { Replacement, SandboxPolicy } from './sandbox-policy.js'
import { watchStartup } from './startup-files/watch-startup.js'
import { withoutUseless } from './useless-variables.js'

export interface BubblewrapOptions {
  readonly policy: SandboxPolicy
  /** Decides about the network of each command. Default: the policy decides for all commands. */
  readonly network?: SandboxNetwork
  /** Replaced folders of commands without any network. Default: those of `policy`. */
  readonly offlineReplaced?: readonly Replacement[]
  /** Returns additional folders that are replaced for one owner only. Default: none. */
  readonly replacedFor?: (owner: CommandOwner | undefined) => readonly Replacement[]
  /** Returns additional read-only files and folders for one owner only. They may be inside of hidden ones. Default: none. */
  readonly readOnlyFor?: (owner: CommandOwner | undefined) => readonly string[]
  /** Folder for the sandbox itself. Created when missing; commands cannot access it. */
  readonly stateFolder: string
  /** Maximum number of concurrent processes and threads of commands. Default: 4,096. */
  readonly maxProcesses?: number
  /** Path of the sandbox program. Default: `bwrap` from the standard locations. */
  readonly program?: string
  /** Display name of the sandbox program. Default: `bubblewrap`. */
  readonly name?: string
  /**
   * Whether the program is the script of `createUnshare`, which joins networks and tolerates paths that disappear
   * before they are mounted. Default: false, as for bubblewrap.
   */
  readonly isScript?: boolean
  readonly services?: {
    /** Logs repositories that could not be checked. Default: silent. */
    readonly logger?: Logger
  }
}

/** Sandbox of one environment. Disposing it ends all remaining processes of commands. */
export interface Sandbox extends CommandWrapper, AsyncDisposable {
  /** Display name of the sandbox program. */
  readonly name: string
  /** Whether commands can be granted single connections, as {@link SandboxNetwork} decides. */
  readonly canProxy: boolean
  /** Returns the network access of a conversation's commands. */
  accessOf(owner: CommandOwner | undefined): NetworkAccess
  /** Must be called before a command of this owner starts. The result must be ended after the command. */
  begin(owner: CommandOwner | undefined): GroupUse
  /**
   * Must be called when a command has ended, and before the processes that commands left behind are ended. Disables
   * hooks and settings of repositories that commands created, and removes startup files; neither could be protected
   * before they existed. `isEnding` means that all processes are about to be ended, so that everything they destroyed
   * is restored.
   */
  settle(options?: { readonly isEnding?: boolean }): Promise<void>
  /** Must be called when a file tool has written a file, so that the file is not mistaken for the work of a command. */
  accept(path: string): void
}

/**
 * Runs commands in bubblewrap: in separate namespaces, with the file access of the policy and a system call filter.
 * Commands see each other's processes, and end with this process, even when it is killed.
 *
 * Paths to protect are looked up for each command, because new ones may have been created since the last command.
 *
 * @throws {EnvironmentError} when bubblewrap is not installed.
 */
export function createBubblewrap(options: BubblewrapOptions): Sandbox {
  const {
    stateFolder,
    maxProcesses = 4_096,
    program = findProgram('bwrap'),
    name = sandboxNames.bubblewrap,
    isScript = false,
    services = {},
  } = options
  if (program === undefined) throw new EnvironmentError('Commands cannot be sandboxed: bubblewrap is not installed.')
  const isRoot = process.getuid?.() === 0
  const files = openSandboxFiles(stateFolder, isRoot)
  const online = {
    ...options.policy,
    // Protects the sandbox programs, in case a workspace contains them.
    readOnly: [...(options.policy.readOnly ?? []), program, '/bin/sh'],
    hidden: [...(options.policy.hidden ?? []), stateFolder],
  }
  const git = watchGit({
    workspaces: online.workspaces,
    guarded: [...online.hidden, ...online.readOnly, ...(online.replaced ?? []).map(({ folder }) => folder)],
    logger: services.logger ?? silentLogger,
  })
  const startup = watchStartup({
    projects: git.folders.filter((folder) => online.workspaces.some((each) => isWithin(folder, each))),
    folder: join(stateFolder, 'undone'),
    isInhabited: () => groups.isInhabited(),
    logger: services.logger ?? silentLogger,
  })
  const history = watchHistory({
    repositories: git.repositories,
    folder: join(stateFolder, 'history'),
    isInhabited: () => groups.isInhabited(),
    logger: services.logger ?? silentLogger,
  })
  const settings = openSettings(join(stateFolder, 'settings'), services.logger ?? silentLogger)
  let limit: ProcessLimit | undefined
  const joining = createJoining({
    ownUsers: !isRoot,
    joinsNetworks: isScript,
    nsenter: findProgram('nsenter', ['/usr/sbin', '/sbin']),
  })
  const groups = createCommandGroups({ program, joining, network: options.network })
  const accessOf = (owner: CommandOwner | undefined) => {
    const access = options.network?.accessOf(owner) ?? options.policy.network
    return access === 'proxied' && joining.nsenter === undefined ? 'none' : access
  }
  let isDisposed = false

  return {
    name,
    canProxy: joining.nsenter !== undefined,
    accessOf,
    begin: (owner) => groups.of(owner).begin(owner),
    async wrap({ argv, workingDirectory, variables, owner }) {
      if (isDisposed) throw new EnvironmentError('The sandbox is closed: create a new one to run commands.')
      await Promise.all([startup.begin(), history.begin()])
      const access = accessOf(owner)
      const common = (access === 'none' ? options.offlineReplaced : undefined) ?? online.replaced ?? []
      const policy = {
        ...online,
        readOnly: [...online.readOnly, ...(options.readOnlyFor?.(owner) ?? [])],
        replaced: [...common, ...(options.replacedFor?.(owner) ?? [])],
      }
      const group = groups.of(owner)
      const keeper = await group.open(access)
      const proxy = access === 'proxied' ? proxyVariables(await group.proxyPort(keeper)) : {}
      // User limits do not apply to root.
      if (isRoot) limit ??= createProcessLimit(maxProcesses)
      const sockets = listeningSockets()
      const known = {
        sockets: sockets.paths,
        repositories: git.folders,
        repositoryData: git.dataElsewhere,
        largeObjects: history.large(),
      }
      const entries = sandboxEntries(policy, known)
      const own = settings?.copies.open(
        changeableSettings(policy, known, entries),
        (path) => accessAt(path, entries) === 'writable',
      )
      const { folder: copies, links = [] } = own ?? {}
      const mounts = mountPlan(
        [...entries, ...(copies === undefined ? [] : [{ path: copies, access: 'writable', isFolder: true } as const])],
        { emptyFile: files.empty },
      )
      const joined = joinNamespaces(keeper, joining, access)
      const loader =
        settings === undefined || links.length === 0 || isScript
          ? undefined
          : linkLoader({ perl: settings.perl, links, isRoot, entersUsers: joined.nested.length > 0 })
      const view = viewArguments({ isRoot, workingDirectory, mayMount: loader !== undefined })
      const carried = carryVariables({ ...withoutUseless(variables), ...proxy }, [markerName])
      const parts = {
        variables: carried,
        namespaces: keeper.folder,
        joined,
        filter: files.filter(mayUseSockets(policy, access, sockets.hasAbstract)),
        membersFile: limit?.membersFile,
        maxProcesses,
        attempts: isScript ? 1 : 10,
        mounts,
        loader: loader ?? [],
        links: isScript ? links.flatMap(({ target, place }) => ['--link', target, place]) : [],
      }
      return {
        argv: launcher(parts, [program, ...view], argv),
        variables: carried.outside,
        async ended() {
          const notes = [await own?.merge(), await startup.end(), await history.end()].filter(
            (note) => note !== undefined,
          )
          return notes.length === 0 ? undefined : notes.join('\n')
        },
      }
    },
    async settle({ isEnding = false } = {}) {
      await startup.settle()
      if (isEnding) await history.settle()
      await git.settle()
    },
    accept: startup.accept,
    async [Symbol.asyncDispose]() {
      isDisposed = true
      await groups[Symbol.asyncDispose]()
      await startup.close()
      await history.close()
      await limit?.[Symbol.asyncDispose]()
      await settings?.copies[Symbol.asyncDispose]()
      await git.settle()
    },
  }
}

function isWithin(path: string, folder: string): boolean {
  const place = realPath(folder) ?? folder
  return path === place || isBelow(path, place)
}

interface OpenSettings {
  readonly copies: SettingsCopies
  readonly perl: string
}

/** Opens the settings copies. Without Perl or git, and on processors with unknown system calls, git settings are read-only. */
function openSettings(folder: string, logger: Logger): OpenSettings | undefined {
  const [perl, git] = [findProgram('perl'), findProgram('git')]
  if (perl === undefined || git === undefined || systemCalls() === undefined) return undefined
  return { perl, copies: createSettingsCopies({ folder, program: git, logger }) }
}

/** Returns whether commands may create Unix sockets. In their own network namespace, they reach only their own abstract sockets. */
function mayUseSockets({ unixSockets = 'auto' }: SandboxPolicy, access: NetworkAccess, hasAbstract: boolean): boolean {
  return unixSockets === 'auto' ? access !== 'shared' || !hasAbstract : unixSockets === 'allowed'
}
