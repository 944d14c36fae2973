import { ConfigError } from '@hermes/core'
import type { Task } from '@hermes/scheduler'
import { fetchFromVariables, type ResolvedProvider } from '@hermes/transports'
import type { ConfigSnapshot } from '../config/live/config-snapshot.js'
import type { HomePaths } from '../home/home-paths.js'
import { modelSettings } from '../model/model-settings.js'
import { openCatalog } from '../model/open-catalog.js'
import { requireListedModel } from '../model/require-model.js'
import { resolveConfiguredProvider } from '../model/resolve-configured-provider.js'
import { choiceOf } from './choice-of.js'

/**
 * Checks with the provider of a job that its model exists. The user's own servers are not asked, because the model may be installed before the job is due.
 * @throws {ConfigError} when the name looks like a misspelled model of the provider.
 */
export async function requireModelOfJob(
  task: Pick<Task, 'model' | 'provider'>,
  settings: Omit<ConfigSnapshot, 'pinned'>,
  paths: HomePaths,
): Promise<void> {
  const resolved = providerOf(task, settings)
  if (!resolved || resolved.isAddressGiven || resolved.isLocal || isOwn(resolved)) return
  const catalog = openCatalog(paths, { config: settings.config })
  await requireListedModel(resolved, catalog, fetchFromVariables(settings.variables))
}

function isOwn({ provider, ownAddress }: ResolvedProvider): boolean {
  return provider === 'custom' || ownAddress !== undefined
}

/** Returns the provider to ask; `undefined` if the model is the configured one, or if no call could succeed now, which lists of jobs show. */
function providerOf(
  task: Pick<Task, 'model' | 'provider'>,
  { config, variables, credentials }: Omit<ConfigSnapshot, 'pinned'>,
): ResolvedProvider | undefined {
  const settings = modelSettings(config, choiceOf(task, config.cron), undefined)
  if (!settings || settings.transport) return undefined
  try {
    return resolveConfiguredProvider(settings, variables, credentials.kept)
  } catch (error) {
    if (ConfigError.is(error)) return undefined
    throw error
  }
}
