import type { ConfigError, Logger } from '@hermes/core'
import type { PlatformAdapter } from '@hermes/core/platform'
import { fetchFromVariables, proxyFromVariables } from '@hermes/transports'
import { type ExtensionReference, loadExtension, readExtension } from '../extensions/load-extension.js'
import type { HomePaths, Variables } from '../home/home-paths.js'
import { commonSettings, type PlatformSettings } from '../schema/platforms-schema.js'
import type { Section } from '../schema/section.js'
import { loadBuiltIn } from './built-in-platforms.js'

export interface OpenPlatformOptions {
  /** The name of the network in the settings. */
  readonly name: string
  readonly settings: PlatformSettings
  readonly paths: Pick<HomePaths, 'home'>
  /** The variables of the process and of `.env`, which may name the proxy. */
  readonly variables: Variables
  readonly logger: Logger
}

/**
 * Creates the adapter of a configured chat network. The libraries of a network are loaded here.
 * @throws {ConfigError} when there is no such network, or it rejects its settings.
 */
export async function openPlatform({
  name,
  settings,
  paths,
  variables,
  logger,
}: OpenPlatformOptions): Promise<PlatformAdapter> {
  const path = `platforms.${name}`
  const proxyFor = proxyFromVariables(variables)
  const services = { fetch: fetchFromVariables(variables), logger, ...(proxyFor && { proxyFor }) }
  const { use } = settings
  const own = ownSettings(settings)
  if (use !== undefined) return loadExtension({ ...referenceTo({ ...own, use }, path, paths), services })
  const platform = await loadBuiltIn(name, paths.home)
  return platform.create(path, own, services)
}

/**
 * Checks the own settings of a chat network, and returns their errors. Connects to nothing.
 * @throws {ConfigError} when there is no such network, or its package rejects its settings.
 */
export async function checkPlatform({
  name,
  settings,
  paths,
}: Omit<OpenPlatformOptions, 'variables' | 'logger'>): Promise<readonly ConfigError[]> {
  const path = `platforms.${name}`
  const { use } = settings
  const own = ownSettings(settings)
  if (use === undefined) return (await loadBuiltIn(name, paths.home)).check(path, own)
  await readExtension(referenceTo({ ...own, use }, path, paths))
  return []
}

function referenceTo(
  section: ExtensionReference<'platform'>['section'],
  path: string,
  { home }: Pick<HomePaths, 'home'>,
): ExtensionReference<'platform'> {
  return { kind: 'platform', path, section, home, siblings: commonSettings() }
}

/** Returns the settings from which the adapter is created. A change of other settings needs no new connection. */
export function adapterSettings(settings: PlatformSettings): Readonly<Record<string, unknown>> {
  return { ...ownSettings(settings), use: settings.use }
}

/** Returns the settings that are specific to the network. */
function ownSettings(settings: PlatformSettings): Section {
  const common = commonSettings()
  return Object.fromEntries(Object.entries(settings).filter(([key]) => !common.includes(key)))
}
