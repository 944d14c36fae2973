import type { OpenHostOptions, RuntimeHost } from './runtime-host.js'

/**
 * Opens a home for an app: creates it if it is missing, completes an interrupted restore, reads the settings, and opens the session store.
 * Settings are read again when their files have changed, before each turn for which `Runtime.agentFor` is called.
 *
 * @example
 * ```ts
 * await using host = await openHost({ paths: resolveHome(process.env), variables: process.env })
 * await using editor = await host.open({ surface: { source: 'acp' }, workingDirectory: '/home/ada/project' })
 * const { agent } = await editor.agentFor({})
 * ```
 * @throws {ConfigError} when the settings are invalid; nothing is left open. A missing key is reported by {@link RuntimeHost.open}.
 * @throws {StoreError} when the session store cannot be opened.
 */
export async function openHost(options: OpenHostOptions): Promise<RuntimeHost> {
  const { openSharedHome } = await import('./surface/open-shared-home.js')
  return openSharedHome(options)
}
