import type { Config } from '@hermes/runtime'
import type { CommandContext } from '../../arguments/command-spec.js'
import type { Io } from '../../io.js'
import { openUsableHome } from '../../setup/open-home.js'
import { loadGateway } from '../gateway/gateway.js'

/** Returns the webhooks of the settings (`configured`), and those of `hermes webhook subscribe` (`subscribed`). */
export async function openRoutes({ io, values: { profile } }: CommandContext) {
  const { openSubscriptions } = await loadGateway()
  const { config, variables, paths } = await openUsableHome({
    io,
    values: { ...(profile !== undefined && { profile }) },
  })
  const file = openSubscriptions(paths.home)
  return { config, variables, configured: config.webhooks, subscribed: await file.read(), file, home: paths.home }
}

interface Home {
  readonly home: string
  readonly config: Config
}

/**
 * Returns the base address of webhooks, if there is no proxy in front of the gateway. It is the address of the running gateway, whose options
 * may have set another port; otherwise the one in the settings.
 */
export async function webhooksAddress({ home, config }: Home, env: Io['env']): Promise<string> {
  const { homeAddress } = await loadGateway()
  const { host, port } = config.gateway.api_server
  const configured = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return `${(await homeAddress(home, env)) ?? configured}/webhooks`
}
