import type { Delivery } from '@hermes/scheduler'
import type { NetworkState } from '../chats/connect/network-state.js'
import { createEntrance } from './entrance.js'
import { listen } from './listen.js'
import { loadListener } from './load-app.js'
import { openService } from './open-service.js'
import type { Service, ServiceOptions } from './service.js'
import { whenIdle } from './when-idle.js'

export interface ServeOptions extends ServiceOptions {
  /** The services of other profiles, by name. They stop with this one. */
  readonly profiles?: ReadonlyMap<string, Service>
}

export interface Gateway {
  readonly url: string
  /** Returns the connections to chat networks, without those of other profiles. */
  networks(): readonly NetworkState[]
  /** Where job results can be sent. */
  readonly deliveries: readonly Delivery[]
  /** See {@link Service.refusalOfJob}. */
  readonly refusalOfJob: Service['refusalOfJob']
  /** See {@link Service.enterConversation}. */
  readonly enterConversation: Service['enterConversation']
  /** Applies changed settings of chat networks at once, instead of within seconds. */
  refresh(): Promise<void>
  /** Lets running turns finish within `graceMs`, then interrupts them. Resolves when everything is closed. */
  stop(graceMs: number): Promise<void>
}

/** How long clients may read their answers after the last turn has ended, in milliseconds. */
const closeGraceMs = 1_000

/**
 * Serves a runtime's agent over HTTP.
 * @throws {ConfigError} without a key, with one that is too weak for the address, or when the address is not available.
 */
export async function serve(options: ServeOptions): Promise<Gateway> {
  const service = await openService(options)
  const all = [service, ...(options.profiles?.values() ?? [])]
  const address = options.runtime.config.gateway.api_server
  const entrance = createEntrance({
    host: address.host,
    origins: address.cors_origins,
    probes: service.probes,
    requests: service.requests,
    load: () => loadListener(service),
    logger: options.logger,
  })
  const listener = await listen(entrance.answer, address)
  await Promise.all(all.map((each) => each.recover()))
  const warmUp = whenIdle(() => void entrance.open())
  return {
    url: listener.url,
    networks: () => service.networks(),
    deliveries: service.deliveries,
    refusalOfJob: service.refusalOfJob,
    enterConversation: service.enterConversation,
    refresh: () => service.refresh(),
    async stop(graceMs) {
      warmUp[Symbol.dispose]()
      await Promise.all(all.map((each) => each.stop(graceMs)))
      await listener.close({ graceMs: closeGraceMs })
      await Promise.all(all.map((each) => each.close()))
    },
  }
}
