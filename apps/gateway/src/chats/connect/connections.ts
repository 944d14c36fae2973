import { isDeepStrictEqual } from 'node:util'
import { describeError } from '@hermes/core'
import type { PlatformAdapter } from '@hermes/core/platform'
import { adapterSettings, type Config, type OpenPlatformOptions, type PlatformSettings } from '@hermes/runtime'
import type { ChatNetwork, ChatNetworks } from '../network/chat-network.js'
import { type ConnectOptions, connectNetwork } from './connect-network.js'

export type OpenPlatform = (options: OpenPlatformOptions) => Promise<PlatformAdapter>

export interface ConnectionsOptions
  extends Omit<ConnectOptions, 'network' | 'signal'>,
    Pick<OpenPlatformOptions, 'paths'> {
  readonly openPlatform: OpenPlatform
  /** Called when a network begins to receive. */
  readonly onConnect: (network: ChatNetwork) => void
}

/** The chat networks of the settings, as they change. A network that fails affects no other. */
export interface Connections extends AsyncDisposable {
  /** Live. */
  readonly networks: ChatNetworks
  /**
   * Opens, replaces and removes networks until they are those of the settings. The connection of a network stays if only settings of the
   * gateway changed. A network that cannot be opened is reported, and stays as it was.
   */
  apply(platforms: Config['platforms']): Promise<void>
  /** Receives from all networks, also from those that come later. */
  receive(): void
  stopReceiving(): Promise<void>
}

interface Link {
  readonly controller: AbortController
  readonly ended: Promise<void>
}

export function createConnections({ openPlatform, onConnect, paths, ...common }: ConnectionsOptions): Connections {
  const { say, logger } = common
  const networks = new Map<string, ChatNetwork>()
  const links = new Map<string, Link>()
  let isReceiving = false

  function connect(network: ChatNetwork): void {
    const controller = new AbortController()
    links.set(network.name, {
      controller,
      ended: connectNetwork({ ...common, network, signal: controller.signal }),
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
    networks.delete(name)
    await network?.adapter[Symbol.asyncDispose]()
  }

  async function adopt(name: string, settings: PlatformSettings): Promise<void> {
    const current = networks.get(name)
    if (current && isDeepStrictEqual(adapterSettings(current.settings), adapterSettings(settings))) {
      networks.set(name, { ...current, settings })
      return
    }
    try {
      const adapter = await openPlatform({ name, settings, paths, logger })
      await remove(name)
      const network = { name, settings, adapter }
      networks.set(name, network)
      if (isReceiving) connect(network)
    } catch (error) {
      say(`${name} is not connected: ${describeError(error)}`)
    }
  }

  return {
    networks,
    async apply(platforms) {
      const wanted = Object.entries(platforms).filter(([, { enabled }]) => enabled)
      const names = new Set(wanted.map(([name]) => name))
      for (const name of [...networks.keys()].filter((each) => !names.has(each))) {
        await remove(name)
        say(`${name}: disconnected, because the settings no longer have it.`)
      }
      await Promise.all(wanted.map(([name, settings]) => adopt(name, settings)))
    },
    receive() {
      isReceiving = true
      for (const network of networks.values()) connect(network)
    },
    async stopReceiving() {
      isReceiving = false
      await Promise.all([...links.keys()].map(disconnect))
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...networks.values()].map(({ adapter }) => adapter[Symbol.asyncDispose]()))
    },
  }
}
