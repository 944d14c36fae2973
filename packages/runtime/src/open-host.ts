import type { OpenHostOptions, RuntimeHost } from './runtime-host.js'

/**
 * Opens a home, the same for every app: makes it where it is missing, ends a restore that a crash cut short, reads the settings,
 * and opens the session store. From then on the settings are read again when their files change, before each turn that
 * `Runtime.agentFor` is asked for.
 *
 * @example
 * ```ts
 * await using host = await openHost({ paths: resolveHome(process.env), variables: process.env })
 * await using editor = await host.open({ surface: { source: 'acp' }, workingDirectory: '/home/ada/project' })
 * const { agent } = await editor.agentFor({})
 * ```
 * @throws {ConfigError} when a setting cannot work: no such provider, no key. Nothing is left open then.
 * @throws {StoreError} when the session store cannot be opened.
 */
export async function openHost(options: OpenHostOptions): Promise<RuntimeHost> {
  const { openSharedHome } = await import('./surface/open-shared-home.js')
  return openSharedHome(options)
}
