import type { Runtime } from '@hermes/runtime'
import type { Service } from '../serving/service.js'
import { readVersion } from '../version.js'

/** Tells the hooks of a profile that it is served. Returns at once. */
export function tellStartup({ hooks }: Pick<Runtime, 'hooks'>, service: Pick<Service, 'networks'>, url: string): void {
  hooks.tellStartup?.({ url, version: readVersion(), networks: service.networks().map(({ name }) => name) })
}
