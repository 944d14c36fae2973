import type { NamespaceKeeper } from './namespace-keeper.js'
import type { NetworkAccess } from './sandbox-network.js'

/** Describes how commands join the namespaces of their command group. */
export interface Joining {
  /** Whether the namespaces include a user namespace, as for everyone but root. */
  readonly ownUsers: boolean
  /** Whether the program joins networks by itself. Bubblewrap does not, so `nsenter` joins them first. */
  readonly joinsNetworks: boolean
  /** Path of `nsenter`. Without it, each command gets a separate network. */
  readonly nsenter: string | undefined
  /**
   * Returns whether commands get a user namespace inside that of the network. Only the owner of that namespace can join
   * the network, and commands must not be its owner.
   */
  isNested(access: NetworkAccess): boolean
}

export function createJoining(options: Omit<Joining, 'isNested'>): Joining {
  const { ownUsers, joinsNetworks, nsenter } = options
  return {
    ...options,
    isNested: (access) => ownUsers && !joinsNetworks && nsenter !== undefined && access !== 'shared',
  }
}

/** Returns a command line that runs the arguments appended to it in the network of a command group. */
export function enterNetwork(
  { folder }: NamespaceKeeper,
  { ownUsers, nsenter = 'nsenter' }: Joining,
): readonly string[] {
  const users = ownUsers ? ['--preserve-credentials', `--user=${folder}/user`] : []
  return [nsenter, ...users, `--net=${folder}/net`, '--']
}

export interface Joined {
  /** Command line that runs the sandbox program. */
  readonly prefix: readonly string[]
  /** Arguments of the sandbox program. */
  readonly words: readonly string[]
  /** Arguments with which it enters the user namespace of the command last. Empty when there is none. */
  readonly nested: readonly string[]
  /** Path of the user namespace that is opened as descriptor 8. */
  readonly users?: string
}

/** Joins the process namespace of a command group, and its network unless the machine's is shared. */
export function joinNamespaces(keeper: NamespaceKeeper, joining: Joining, access: NetworkAccess): Joined {
  const { folder, commandUsers } = keeper
  const { ownUsers, joinsNetworks, nsenter } = joining
  const processes = ['--pidns', '9']
  const users = ownUsers ? { users: `${folder}/user` } : {}
  const asUser = ownUsers ? ['--userns', '8'] : []
  if (access === 'shared') return { prefix: [], nested: [], words: [...asUser, ...processes], ...users }
  if (joinsNetworks)
    return { prefix: [], nested: [], words: [...asUser, ...processes, '--netns', `${folder}/net`], ...users }
  if (nsenter === undefined)
    return { prefix: [], nested: [], words: ['--unshare-net', ...asUser, ...processes], ...users }
  const prefix = enterNetwork(keeper, joining)
  return commandUsers === undefined
    ? { prefix, nested: [], words: processes }
    : { prefix, nested: ['--userns2', '8'], words: processes, users: commandUsers }
}
