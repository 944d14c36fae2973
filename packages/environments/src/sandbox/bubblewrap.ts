import { join } from 'node:path'
import { EnvironmentError, type Logger, silentLogger } from '@hermes/core'
import type { CommandWrapper } from '../local/command-wrapper.js'
import { markerName } from '../local/marker.js'
import { carryVariables } from './carried-variables.js'
import { systemCalls } from './filter-loader.js'
import { findProgram } from './find-program.js'
import { linkLoader } from './git-settings/link-loader.js'
import { createSettingsCopies, type SettingsCopies } from './git-settings/settings-copies.js'
import { watchGit } from './git-watch.js'
import { launcher } from './launcher.js'
import { accessAt, mountPlan } from './mount-plan.js'
import { createNamespaces } from './namespaces.js'
import { createProcessLimit, type ProcessLimit } from './process-limit.js'
import { changeableSettings, sandboxEntries } from './sandbox-entries.js'
import { openSandboxFiles } from './sandbox-files.js'
import type { SandboxPolicy } from './sandbox-policy.js'
import { listeningSockets } from './unix-sockets.js'
import { withoutUseless } from './useless-variables.js'
import { viewArguments } from './view-arguments.js'

export interface BubblewrapOptions {
  readonly policy: SandboxPolicy
  /** A folder for the sandbox itself. Created when missing; commands cannot access it. */
  readonly stateFolder: string
  /** Maximum number of concurrent processes and threads of commands. Default 4,096. */
  readonly maxProcesses?: number
  /** Default: `bwrap` from the standard locations. */
  readonly program?: string
  /** The display name. Default `bubblewrap`. */
  readonly name?: string
  /**
   * The program tolerates paths that disappear before they are mounted, so it is not restarted. Default false, as for
   * bubblewrap.
   */
  readonly startsOnce?: boolean
  /** The program supports `--link TARGET PLACE`. Default false, as for bubblewrap. */
  readonly mountsLinks?: boolean
  readonly services?: {
    /** Logs repositories that could not be checked. Default: silent. */
    readonly logger?: Logger
  }
}

/** The sandbox of one environment. Disposing it ends all remaining processes of commands. */
export interface Sandbox extends CommandWrapper, AsyncDisposable {
  /** The display name of the sandbox program. */
  readonly name: string
  /**
   * Call it when a command has ended: it disables hooks and settings of repositories that the command created, which
   * could not be protected before they existed.
   */
  settle(): Promise<void>
}

/**
 * Runs commands in bubblewrap: in their own namespaces, with the file access of the policy and a system call filter.
 * Commands see each other's processes, and end with this process, even when it is killed.
 *
 * Paths to protect are looked up for each command, because they may have been created since the last one.
 *
 * @throws {EnvironmentError} when bubblewrap is not installed.
 */
export function createBubblewrap(options: BubblewrapOptions): Sandbox {
  const {
    stateFolder,
    maxProcesses = 4_096,
    program = findProgram('bwrap'),
    name = 'bubblewrap',
    startsOnce = false,
    mountsLinks = false,
    services = {},
  } = options
  if (program === undefined) throw new EnvironmentError('Commands cannot be sandboxed: bubblewrap is not installed.')
  const isRoot = process.getuid?.() === 0
  const files = openSandboxFiles(stateFolder, isRoot)
  const policy = {
    ...options.policy,
    // The sandbox programs, in case a workspace contains them.
    readOnly: [...(options.policy.readOnly ?? []), program, '/bin/sh'],
    hidden: [...(options.policy.hidden ?? []), stateFolder],
  }
  const git = watchGit({
    workspaces: policy.workspaces,
    guarded: [...policy.hidden, ...policy.readOnly, ...(policy.replaced ?? []).map(({ folder }) => folder)],
    logger: services.logger ?? silentLogger,
  })
  const settings = openSettings(join(stateFolder, 'settings'), services.logger ?? silentLogger)
  let limit: ProcessLimit | undefined
  const namespaces = createNamespaces({ program, ownUsers: !isRoot })
  let isDisposed = false

  return {
    name,
    async wrap({ argv, workingDirectory, variables }) {
      if (isDisposed) throw new EnvironmentError('The sandbox is closed: create a new one to run commands.')
      const { folder } = await namespaces.open()
      // User limits do not apply to root.
      if (isRoot) limit ??= createProcessLimit(maxProcesses)
      const sockets = listeningSockets()
      const known = { sockets: sockets.paths, repositories: git.folders, repositoryData: git.dataElsewhere }
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
      const loader =
        settings === undefined || links.length === 0 || mountsLinks
          ? undefined
          : linkLoader({ perl: settings.perl, links, isRoot })
      const view = viewArguments({ network: policy.network, isRoot, workingDirectory, mayMount: loader !== undefined })
      const carried = carryVariables(withoutUseless(variables), [markerName])
      const parts = {
        variables: carried,
        namespaces: folder,
        ownUsers: !isRoot,
        filter: files.filter(mayUseSockets(policy, sockets.hasAbstract)),
        membersFile: limit?.membersFile,
        maxProcesses,
        attempts: startsOnce ? 1 : 10,
        mounts,
        loader: loader ?? [],
        links: mountsLinks ? links.flatMap(({ target, place }) => ['--link', target, place]) : [],
      }
      return {
        argv: launcher(parts, [program, ...view], argv),
        variables: carried.outside,
        ...(own && { ended: own.merge }),
      }
    },
    settle: () => git.settle(),
    async [Symbol.asyncDispose]() {
      isDisposed = true
      await namespaces[Symbol.asyncDispose]()
      await limit?.[Symbol.asyncDispose]()
      await settings?.copies[Symbol.asyncDispose]()
      await git.settle()
    },
  }
}

interface OpenSettings {
  readonly copies: SettingsCopies
  readonly perl: string
}

/** Without Perl and git, and on processors whose system calls are unknown, settings of git are read-only. */
function openSettings(folder: string, logger: Logger): OpenSettings | undefined {
  const [perl, git] = [findProgram('perl'), findProgram('git')]
  if (perl === undefined || git === undefined || systemCalls() === undefined) return undefined
  return { perl, copies: createSettingsCopies({ folder, program: git, logger }) }
}

/** In its own network namespace, commands reach only their own abstract sockets. */
function mayUseSockets({ network, unixSockets = 'auto' }: SandboxPolicy, hasAbstract: boolean): boolean {
  return unixSockets === 'auto' ? network === 'none' || !hasAbstract : unixSockets === 'allowed'
}
