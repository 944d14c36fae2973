import type { Config } from '@hermes/runtime'
import type { CommandContext } from '../../arguments/command-spec.js'
import { openUsableHome } from '../../setup/open-home.js'
import { loadGateway } from '../gateway/gateway.js'

/** The webhooks of the settings (`configured`), and those of `hermes webhook subscribe`. */
export async function openRoutes({ io, values: { profile } }: CommandContext) {
  const { openSubscriptions } = await loadGateway()
  const { config, paths } = await openUsableHome({ io, values: { ...(profile !== undefined && { profile }) } })
  const file = openSubscriptions(paths.home)
  return { config, configured: config.webhooks, subscribed: await file.read(), file, home: paths.home }
}

/** Where services send their events, as long as nothing stands between. */
export function addressOf(name: string, { gateway }: Config): string {
  const { host, port } = gateway.api_server
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/webhooks/${name}`
}
