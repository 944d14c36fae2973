import type { NamespaceKeeper } from './namespace-keeper.js'
import type { NetworkAccess } from './sandbox-network.js'

/** How commands join the namespaces of their realm. */
export interface Joining {
  /** Whether the namespaces include users: for everyone but root. */
  readonly ownUsers: boolean
  /** The program joins networks itself. Bubblewrap does not: `nsenter` does it before. */
  readonly joinsNetworks: boolean
  /** The path of `nsenter`; without it, each command gets a network of its own. */
  readonly nsenter: string | undefined
  /**
   * Whether commands get a user namespace inside that of the network: only its owner can join a network, and commands
   * must not be its owner.
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

/** A command line that runs its further arguments in the network of a realm. */
export function enterNetwork(
  { folder }: NamespaceKeeper,
  { ownUsers, nsenter = 'nsenter' }: Joining,
): readonly string[] {
  const users = ownUsers ? ['--preserve-credentials', `--user=${folder}/user`] : []
  return [nsenter, ...users, `--net=${folder}/net`, '--']
}

export interface Joined {
  /** Runs the sandbox program. */
  readonly prefix: readonly string[]
  /** Arguments of the sandbox program. */
  readonly words: readonly string[]
  /** Further ones, by which it enters the user namespace of the command last. Empty if there is none. */
  readonly nested: readonly string[]
  /** The path of the user namespace that is opened as descriptor 8. */
  readonly users?: string
}

/** Joins the processes of a realm, and its network unless the machine's is shared. */
export function joinRealm(keeper: NamespaceKeeper, joining: Joining, access: NetworkAccess): Joined {
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
