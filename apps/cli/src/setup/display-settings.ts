import { type Config, loadUsableConfig } from '@hermes/runtime'
import { filesOf, findHome, type HomeOptions } from './open-home.js'

/** What the terminal shows, for programs that open no home here. Nothing is written. @throws {ConfigError} */
export async function displaySettings({ io, values }: HomeOptions): Promise<Config['display']> {
  const { config } = await loadUsableConfig({ paths: findHome({ io, values }), variables: io.env, ...filesOf(values) })
  return config.display
}
