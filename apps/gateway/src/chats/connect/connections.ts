import { isDeepStrictEqual } from 'node:util'
import { describeError } from '@hermes/core'
import type { PlatformAdapter } from '@hermes/core/platform'
import { adapterSettings, type Config, type OpenPlatformOptions, type PlatformSettings } from '@hermes/runtime'
import { oneLine, untilAborted } from '@hermes/safety'
import { createRedactor } from '@hermes/safety/redact'
import type { ChatNetwork, ChatNetworks } from '../network/chat-network.js'
import { compileMentions } from '../network/compile-mentions.js'
import type { HeldNetworks } from '../outbox/outbox.js'
import type { OwnAccount, ProfileAccounts } from './account-book.js'
import { type ConnectOptions, connectNetwork } from './connect-network.js'
import type { ConnectionHealth, ConnectionHealths, ConnectionStatus } from './connection-health.js'

export type OpenPlatform = (options: OpenPlatformOptions) => Promise<PlatformAdapter>

export interface ConnectionsOptions
  extends Omit<ConnectOptions, 'network' | 'own' | 'signal' | 'onStatus'>,
    Pick<OpenPlatformOptions, 'paths'> {
  /** The accounts of this profile. */
  readonly accounts: ProfileAccounts
  /** Returns the current variables, which name the proxy. */
  readonly variables: () => OpenPlatformOptions['variables']
  readonly openPlatform: OpenPlatform
  /** Called when a network starts to receive. */
  readonly onConnect: (network: ChatNetwork) => void
}

/** The chat networks of the settings, as they change. A network that fails does not affect others. */
export interface Connections extends HeldNetworks, AsyncDisposable {
  /** The current networks. */
  readonly networks: ChatNetworks
  /** The current health of the connections, including networks that could not be opened. */
  readonly health: ConnectionHealths
  /**
   * Opens, replaces and removes networks until they match the settings. The connection of a network stays if only settings of the gateway changed. A
   * network that cannot be opened is reported and stays as it was.
   */
  apply(platforms: Config['platforms']): Promise<void>
  /** Stops receiving from these networks and continues with all others. */
  setPaused(names: ReadonlySet<string>): Promise<void>
  /** Receives from all networks, including those that are added later. */
  receive(): void
  /** Stops receiving. Networks that send only where they are connected stay connected until the disposal, to send their last messages. */
  stopReceiving(): Promise<void>
}

/** Maximum length of a reason, in characters. */
const reasonLength = 300

interface Link {
  readonly controller: AbortController
  readonly ended: Promise<void>
}

export function createConnections({
  accounts,
  openPlatform,
  onConnect,
  paths,
  variables,
  ...common
}: ConnectionsOptions): Connections {
  const { say, logger } = common
  const networks = new Map<string, ChatNetwork>()
  const links = new Map<string, Link>()
  const own = new Map<string, OwnAccount>()
  const health = new Map<string, ConnectionHealth>()
  const paused = new Map<string, PromiseWithResolvers<void>>()
  /** Networks that refused the credentials of a message. */
  const refusing = new Map<string, PromiseWithResolvers<void>>()
  const { redact } = createRedactor()
  let isReceiving = false

  function note(name: string, status: ConnectionStatus, reason?: string): void {
    const before = health.get(name)
    const sinceMs = before?.status === status ? before.sinceMs : Date.now()
    health.set(name, {
      status,
      sinceMs,
      ...(reason !== undefined && { reason: oneLine(redact(reason), reasonLength) }),
    })
  }

  function release(name: string): void {
    refusing.get(name)?.resolve()
    refusing.delete(name)
  }

  function onStatus(name: string, status: ConnectionStatus, reason?: string): void {
    note(name, status, reason)
    if (status === 'connected') release(name)
  }

  function connect(network: ChatNetwork): void {
    const { name } = network
    if (paused.has(name)) {
      note(name, 'paused')
      return
    }
    const controller = new AbortController()
    note(name, 'connecting')
    links.set(name, {
      controller,
      ended: connectNetwork({
        ...common,
        network,
        own: own.get(name),
        onStatus: (status, reason) => onStatus(name, status, reason),
        signal: controller.signal,
      }),
    })
    onConnect(network)
  }

  async function disconnect(name: string): Promise<void> {
    const link = links.get(name)
    link?.controller.abort()
    await link?.ended
    links.delete(name)
  }

  async function remove(name: string): Promise<void> {
    const network = networks.get(name)
    await disconnect(name)
    own.get(name)?.[Symbol.dispose]()
    own.delete(name)
    networks.delete(name)
    await network?.adapter[Symbol.asyncDispose]()
  }

  async function adopt(name: string, settings: PlatformSettings): Promise<void> {
    try {
      const isCalled = await compileMentions(name, settings.mention_patterns)
      const settled = { name, settings, ...(isCalled && { isCalled }) }
      const current = networks.get(name)
      if (current && isDeepStrictEqual(adapterSettings(current.settings), adapterSettings(settings))) {
        networks.set(name, { ...settled, adapter: current.adapter })
        return
      }
      const adapter = await openPlatform({ name, settings, paths, variables: variables(), logger })
      const { account } = adapter
      // The account is added before the old network ends, so that no other profile gets it in between.
      const added = account === undefined ? undefined : accounts.add(name, account)
      await remove(name)
      const network = { ...settled, adapter }
      networks.set(name, network)
      if (added) own.set(name, added)
      release(name)
      if (isReceiving) connect(network)
    } catch (error) {
      const reason = describeError(error)
      if (!networks.has(name)) note(name, 'failed', reason)
      say(`${name} is not connected: ${reason}`)
    }
  }

  return {
    networks,
    health,
    async apply(platforms) {
      const wanted = Object.entries(platforms).filter(([, { enabled }]) => enabled)
      const names = new Set(wanted.map(([name]) => name))
      for (const name of [...networks.keys()].filter((each) => !names.has(each))) {
        await remove(name)
        release(name)
        say(`${name}: disconnected, because the settings no longer have it.`)
      }
      for (const name of health.keys()) if (!names.has(name)) health.delete(name)
      await Promise.all(wanted.map(([name, settings]) => adopt(name, settings)))
    },
    async setPaused(names) {
      for (const name of names) {
        if (paused.has(name)) continue
        paused.set(name, Promise.withResolvers())
        await disconnect(name)
        if (networks.has(name)) note(name, 'paused')
      }
      for (const [name, { resolve }] of paused) {
        if (names.has(name)) continue
        paused.delete(name)
        resolve()
        const network = networks.get(name)
        if (network && isReceiving) connect(network)
      }
    },
    isHeld: (name) => paused.has(name) || refusing.has(name),
    async untilReleased(name, signal) {
      for (;;) {
        const reason = paused.get(name) ?? refusing.get(name)
        if (!reason) return
        await untilAborted(reason.promise, signal)
      }
    },
    elsewhere() {
      const isConnected = (name: string) => links.has(name) && health.get(name)?.status === 'connected'
      return [...networks.values()].flatMap(({ name, adapter }) =>
        adapter.sendsWhereConnected === true && !isConnected(name) ? [name] : [],
      )
    },
    hold({ name, adapter }, reason) {
      // Other settings may have replaced the network since the message was sent.
      if (refusing.has(name) || networks.get(name)?.adapter !== adapter) return
      refusing.set(name, Promise.withResolvers())
      note(name, 'failed', reason)
      say(`${name}: ${reason} Messages to it wait until it is connected again.`)
    },
    receive() {
      isReceiving = true
      for (const network of networks.values()) connect(network)
    },
    async stopReceiving() {
      isReceiving = false
      const ending = [...links.keys()].filter((name) => networks.get(name)?.adapter.sendsWhereConnected !== true)
      await Promise.all(ending.map(disconnect))
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...links.keys()].map(disconnect))
      for (const each of own.values()) each[Symbol.dispose]()
      await Promise.all([...networks.values()].map(({ adapter }) => adapter[Symbol.asyncDispose]()))
    },
  }
}
