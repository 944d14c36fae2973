import { type HomePaths, loadConfig } from '@hermes/runtime'
import type { Io } from '../../../../io.js'
import type { ImportedItem } from '../imported-item.js'
import type { OpenClawHome } from '../openclaw-home.js'
import { behaviorSettings } from './behavior-settings.js'
import { channelSettings } from './channel-settings.js'
import { modelSettings } from './model-settings.js'
import { serverSettings } from './server-settings.js'
import { writeSettings } from './write-settings.js'

/** Writes the settings of `openclaw.json` to `config.yaml`, as far as Hermes has them and they are not set yet. */
export async function importSettings(
  { home, config, agentSettings }: OpenClawHome,
  { io, paths }: { readonly io: Io; readonly paths: HomePaths },
): Promise<readonly ImportedItem[]> {
  const { variables } = await loadConfig({ paths, variables: io.env })
  const source = { home, config, agentSettings, has: (variable: string) => Boolean(variables[variable]) }
  const parts = [modelSettings(source), behaviorSettings(source), await channelSettings(source), serverSettings(source)]
  const written = await writeSettings(
    paths,
    io.env,
    parts.flatMap(({ settings }) => settings),
  )
  return [...written, ...parts.flatMap(({ refused }) => refused)]
}
