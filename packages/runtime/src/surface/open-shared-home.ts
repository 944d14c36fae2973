import { openLiveConfig } from '../config/live/live-config.js'
import { prepareHome } from '../home/prepare-home.js'
import type { OpenHostOptions, RuntimeHost } from '../runtime-host.js'
import { openHome } from './open-home.js'
import { openSurface } from './open-surface.js'
import { withServers } from './with-servers.js'

/** Implements `openHost`. */
export async function openSharedHome(options: OpenHostOptions): Promise<RuntimeHost> {
  const { paths, bundledSkills, wrapAgent } = options
  await prepareHome(paths)
  const { settings, warnings, remedy } = await openLiveConfig(options)
  const home = await openHome({ paths, snapshot: settings.current, bundledSkills, wrapAgent })
  return {
    paths,
    get config() {
      return settings.current.config
    },
    get variables() {
      return settings.current.variables
    },
    store: home.store,
    logger: home.logger,
    jobBell: home.jobBell,
    modelCalls: home.modelCalls,
    warnings,
    ...(remedy && { remedy }),
    refresh: async () => (await settings.refresh()).config,
    open: async ({ endsHost: ownsHome = false, mcpServers, ...options }) =>
      openSurface(home, {
        ...options,
        settings: mcpServers ? withServers(settings, mcpServers) : settings,
        ownsHome,
      }),
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  }
}
