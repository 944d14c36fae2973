import { EnvironmentError, type Logger, silentLogger } from '@hermes/core'
import type { CommandWrapper } from '../local/command-wrapper.js'
import { markerName } from '../local/marker.js'
import { carryVariables } from './carried-variables.js'
import { findProgram } from './find-program.js'
import { watchGit } from './git-watch.js'
import { launcher } from './launcher.js'
import { mountPlan } from './mount-plan.js'
import { createNamespaces } from './namespaces.js'
import { createProcessLimit, type ProcessLimit } from './process-limit.js'
import { sandboxEntries } from './sandbox-entries.js'
import { openSandboxFiles } from './sandbox-files.js'
import type { SandboxPolicy } from './sandbox-policy.js'
import { listeningSockets } from './unix-sockets.js'
import { withoutUseless } from './useless-variables.js'
import { viewArguments } from './view-arguments.js'

export interface BubblewrapOptions {
  readonly policy: SandboxPolicy
  /** A folder for what the sandbox itself needs. Made when it is missing; commands cannot reach it. */
  readonly stateFolder: string
  /** How many processes and threads commands may have at the same time. Default 4,096. */
  readonly maxProcesses?: number
  /** Default: `bwrap` from where systems keep it. */
  readonly program?: string
  /** For people to read. Default `bubblewrap`. */
  readonly name?: string
  /**
   * The program copes with what is gone by the time that it is mounted: it is not started a second time. Default false, as
   * bubblewrap does not.
   */
  readonly startsOnce?: boolean
  readonly services?: {
    /** Hears of repositories that could not be settled. Default: silent. */
    readonly logger?: Logger
  }
}

/** Holds the commands of one environment. Disposing it ends all that they left running. */
export interface Sandbox extends CommandWrapper, AsyncDisposable {
  /** What holds commands, for people to read. */
  readonly name: string
  /**
   * To be called when a command has ended: a repository that it has made runs nothing by itself from then on. Until there
   * is one, there is nothing that could be protected.
   */
  settle(): Promise<void>
}

/**
 * Holds commands by bubblewrap: in namespaces of their own, with files as the policy says and a filter on system calls.
 * They see each other's processes, and end with this process, however that ends.
 *
 * What there is to protect is looked up for each command: it may have come about since the last one.
 * @throws {EnvironmentError} when bubblewrap is not installed.
 */
export function createBubblewrap(options: BubblewrapOptions): Sandbox {
  const {
    stateFolder,
    maxProcesses = 4_096,
    program = findProgram('bwrap'),
    name = 'bubblewrap',
    startsOnce = false,
    services = {},
  } = options
  if (program === undefined) throw new EnvironmentError('Commands cannot be held: bubblewrap is not installed.')
  const isRoot = process.getuid?.() === 0
  const files = openSandboxFiles(stateFolder, isRoot)
  const policy = {
    ...options.policy,
    // What holds the next command, should somebody work where programs are.
    readOnly: [...(options.policy.readOnly ?? []), program, '/bin/sh'],
    hidden: [...(options.policy.hidden ?? []), stateFolder],
  }
  const git = watchGit({
    workspaces: policy.workspaces,
    guarded: [...policy.hidden, ...policy.readOnly, ...(policy.replaced ?? []).map(({ folder }) => folder)],
    logger: services.logger ?? silentLogger,
  })
  let limit: ProcessLimit | undefined
  const namespaces = createNamespaces({ program, ownUsers: !isRoot })
  let isDisposed = false

  return {
    name,
    async wrap({ argv, workingDirectory, variables }) {
      if (isDisposed) throw new EnvironmentError('The sandbox is closed: create a new one to run commands.')
      const { folder } = await namespaces.open()
      // The limits of a user do not hold for root.
      if (isRoot) limit ??= createProcessLimit(maxProcesses)
      const sockets = listeningSockets()
      const entries = sandboxEntries(policy, {
        sockets: sockets.paths,
        repositories: git.folders,
        repositoryData: git.dataElsewhere,
      })
      const mounts = mountPlan(entries, { emptyFile: files.empty })
      const view = viewArguments({ network: policy.network, isRoot, workingDirectory })
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
      }
      return { argv: launcher(parts, [program, ...view], argv), variables: carried.outside }
    },
    settle: () => git.settle(),
    async [Symbol.asyncDispose]() {
      isDisposed = true
      await namespaces[Symbol.asyncDispose]()
      await limit?.[Symbol.asyncDispose]()
      await git.settle()
    },
  }
}

/** On a network of their own commands reach no abstract names but their own. */
function mayUseSockets({ network, unixSockets = 'auto' }: SandboxPolicy, hasAbstract: boolean): boolean {
  return unixSockets === 'auto' ? network === 'none' || !hasAbstract : unixSockets === 'allowed'
}
