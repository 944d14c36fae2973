import { join } from 'node:path'
import { ConfigError } from '@hermes/core'
import type { JobCheck } from '@hermes/scheduler'
import { openCredentials } from '../auth/credential-book.js'
import type { ConfigSnapshot } from '../config/live/config-snapshot.js'
import type { HomePaths, Variables } from '../home/home-paths.js'
import { modelSettings } from '../model/model-settings.js'
import { resolveConfiguredProvider } from '../model/resolve-configured-provider.js'
import type { Config } from '../schema/config-schema.js'
import { choiceOf } from './choice-of.js'
import { missingFolder } from './missing-folder.js'
import { missingScript } from './missing-script.js'

export interface JobCheckOptions {
  readonly config: Config
  readonly paths: Pick<HomePaths, 'home'>
  readonly variables: Variables
}

/** Opens a check of jobs before they are due. It sends no requests to servers. */
export async function openJobCheck({ config, paths, variables }: JobCheckOptions): Promise<JobCheck> {
  return createJobCheck({ config, variables, credentials: await openCredentials(paths, variables) }, paths)
}

/** Like {@link openJobCheck}, for settings that have already been read. */
export function createJobCheck(
  { config, variables, credentials }: Omit<ConfigSnapshot, 'pinned'>,
  paths: Pick<HomePaths, 'home'>,
): JobCheck {
  return (task) => {
    const missing =
      (task.script === undefined ? undefined : missingScript(task.script, join(paths.home, 'scripts'))) ??
      missingFolder(task, config, variables)
    if (missing !== undefined || task.prompt === undefined) return missing
    try {
      const settings = modelSettings(config, choiceOf(task, config.cron), undefined) ?? config
      if (!settings.transport) resolveConfiguredProvider(settings, variables, credentials.kept)
      return undefined
    } catch (error) {
      if (ConfigError.is(error)) return error.message
      throw error
    }
  }
}
