import type { Runtime } from './runtime.js'
import type { RuntimeOptions } from './runtime-options.js'

/**
 * Creates an agent from settings: provider, environment, tools, store and prompt. Nothing is sent before a run starts, except a request to
 * the user's own model server for its context window.
 *
 * Dependencies are imported on the first call, so that commands without an agent start quickly.
 * @throws {ConfigError} when a setting cannot work: an unknown provider, folder or toolset, or a missing key.
 * @throws {StoreError} when the session store cannot be opened.
 */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { openAlone } = await import('./surface/open-alone.js')
  return openAlone(options)
}
