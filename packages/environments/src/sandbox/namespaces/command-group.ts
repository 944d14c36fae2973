import type { CommandOwner } from '@hermes/core/environment'
import type { EgressTarget } from '../../egress/admission.js'
import { createEgressProxy } from '../../egress/egress-proxy.js'
import { type Listener, listenInside } from '../../egress/listen-inside.js'
import { enterNetwork, type Joining } from './joining.js'
import type { NamespaceKeeper } from './namespace-keeper.js'
import { createNamespaces, type Namespaces } from './namespaces.js'
import type { NetworkAccess, SandboxNetwork } from './sandbox-network.js'

/** Use of a command group by a running command. */
export interface GroupUse {
  readonly notices: readonly string[]
  end(): void
}

/** Resources shared by the commands of one conversation: processes, a network, and the proxy out of it. */
export interface CommandGroup extends AsyncDisposable {
  readonly isIdle: boolean
  begin(owner: CommandOwner | undefined): GroupUse
  /** Resolves to whether processes of commands run in the group. */
  isInhabited(): Promise<boolean>
  /** Opens the namespaces for an access. @throws {EnvironmentError} when they cannot be created. */
  open(access: NetworkAccess): Promise<NamespaceKeeper>
  /** Returns the port of the proxy in the group's network. @throws {EnvironmentError} when the proxy cannot listen there. */
  proxyPort(keeper: NamespaceKeeper): Promise<number>
}

interface CommandGroupOptions {
  readonly program: string
  readonly joining: Joining
  readonly network: SandboxNetwork | undefined
}

/** Maximum number of notices, enough for any program. A command that fails to connect in a loop adds no more. */
const mostNotices = 20

export function createCommandGroup({ program, joining, network }: CommandGroupOptions): CommandGroup {
  const running = new Map<GroupUse, { readonly owner: CommandOwner | undefined; readonly notices: string[] }>()
  const namespaces = new Map<boolean, Namespaces>()
  const listeners = new Map<NamespaceKeeper, Promise<Listener>>()
  const proxy = createEgressProxy(admit)

  async function admit(target: EgressTarget, signal: AbortSignal) {
    const newest = [...running.values()].at(-1)
    const admission = await network?.admit(target, newest?.owner, signal)
    if (!admission) return { refused: 'There is no network here.' }
    if ('refused' in admission) for (const { notices } of running.values()) note(notices, admission.refused)
    return admission
  }

  async function listen(keeper: NamespaceKeeper): Promise<Listener> {
    const listener = await listenInside(enterNetwork(keeper, joining), (socket) => proxy.handle(socket))
    void keeper.ended.then(() => {
      listeners.delete(keeper)
      listener.close()
    })
    return listener
  }

  return {
    get isIdle() {
      return running.size === 0
    },
    begin(owner) {
      const notices: string[] = []
      const use: GroupUse = { notices, end: () => void running.delete(use) }
      running.set(use, { owner, notices })
      return use
    },
    async isInhabited() {
      return (await Promise.all([...namespaces.values()].map((each) => each.isInhabited()))).includes(true)
    },
    open(access) {
      const isNested = joining.isNested(access)
      const found = namespaces.get(isNested) ?? createNamespaces({ program, ownUsers: joining.ownUsers, isNested })
      namespaces.set(isNested, found)
      return found.open()
    },
    async proxyPort(keeper) {
      const listening = listeners.get(keeper) ?? listen(keeper)
      listeners.set(keeper, listening)
      listening.catch(() => listeners.delete(keeper))
      return (await listening).port
    },
    async [Symbol.asyncDispose]() {
      proxy.close()
      for (const listening of listeners.values())
        await listening.then(
          (listener) => listener.close(),
          () => undefined,
        )
      for (const each of namespaces.values()) await each[Symbol.asyncDispose]()
    },
  }
}

function note(notices: string[], sentence: string): void {
  if (notices.length < mostNotices && !notices.includes(sentence)) notices.push(sentence)
}
