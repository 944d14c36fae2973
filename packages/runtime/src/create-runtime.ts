import type { Runtime } from './runtime.js'
import type { RuntimeOptions } from './runtime-options.js'

/**
 * Creates an agent from settings: provider, environment, tools, store, prompt. Nothing is sent before a run starts, except that the user's
 * own model server is asked for its window.
 *
 * Dependencies are imported by the first call, so that commands without an agent start quickly.
 * @throws {ConfigError} when a setting cannot work: unknown provider, folder or toolset, or a missing key.
 * @throws {StoreError} when the session store cannot be opened.
 */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { openAlone } = await import('./surface/open-alone.js')
  return openAlone(options)
}
