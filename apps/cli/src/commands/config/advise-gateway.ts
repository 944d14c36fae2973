import type { HomePaths, MigrationChange } from '@hermes/runtime'
import { type Io, tell } from '../../io.js'
import { readVersion } from '../../version.js'
import { loadGateway } from '../gateway/gateway.js'

/** Tells the user whether a running gateway of the home applies changed settings by itself or needs a restart. */
export async function adviseGateway(io: Io, { home }: HomePaths, change: MigrationChange | undefined): Promise<void> {
  const { gatewaysServing } = await loadGateway()
  const running = await gatewaysServing(home, io.env)
  for (const gateway of running) {
    const networks = gateway.networks ?? []
    const profile = [gateway, ...(gateway.others ?? [])].find((served) => served.home === home)?.profile
    const isFirst = networks.every((network) => network.profile !== profile)
    if (gateway.version !== readVersion() || change?.status === 'repaired') {
      await tell(io, `Restart the gateway (process ${gateway.pid}) to apply it: hermes gateway restart`)
      continue
    }
    if (!change) {
      await tell(io, `Nothing changes for the gateway that runs (process ${gateway.pid}).`)
      continue
    }
    // A gateway without networks does not watch for new ones.
    const late = [...change.needRestart, ...change.paths.filter((path) => path === 'platforms' && isFirst)]
    await tell(
      io,
      late.length === 0
        ? `The gateway that runs (process ${gateway.pid}) applies it within seconds.`
        : `Restart the gateway (process ${gateway.pid}) to apply ${late.join(', ')}: hermes gateway restart`,
    )
  }
}
