import { type Config, loadUsableConfig } from '@hermes/runtime'
import { filesOf, findHome, type HomeOptions } from './open-home.js'

/** Reads the display settings of the terminal, for programs that do not open a home here. Writes nothing. @throws {ConfigError} */
export async function displaySettings({ io, values }: HomeOptions): Promise<Config['display']> {
  const { config } = await loadUsableConfig({ paths: findHome({ io, values }), variables: io.env, ...filesOf(values) })
  return config.display
}
