import type { Runtime } from './runtime.js'
import type { RuntimeOptions } from './runtime-options.js'

/**
 * Wires an agent from settings: provider, environment, tools, store, prompt. Nothing is sent before a run begins, but that a
 * model server of the user's own is asked for its window.
 *
 * The parts are loaded by the first call, so that commands that need no agent start quickly.
 * @throws {ConfigError} when a setting cannot work: no such provider, no key, no such folder or toolset.
 * @throws {StoreError} when the session store cannot be opened.
 */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { openAlone } = await import('./surface/open-alone.js')
  return openAlone(options)
}
