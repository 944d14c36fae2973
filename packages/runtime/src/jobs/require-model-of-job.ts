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
 * Asks the provider of a job for its model. A server of the user is not asked: the model may be put there until the job is due.
 * @throws {ConfigError} when the name looks like a misspelt model of the provider.
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

/** `undefined` when the model is the configured one, and when no call could succeed now, which lists of jobs tell. */
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
