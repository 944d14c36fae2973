import { ConfigError } from '@hermes/core'
import type { Task } from '@hermes/scheduler'
import { type CredentialBook, openCredentials } from '../auth/credential-book.js'
import type { HomePaths, Variables } from '../home/home-paths.js'
import { modelSettings } from '../model/model-settings.js'
import { resolveConfiguredProvider } from '../model/resolve-configured-provider.js'
import type { Config } from '../schema/config-schema.js'
import { choiceOf } from './choice-of.js'

export interface JobCheckOptions {
  readonly config: Config
  readonly paths: Pick<HomePaths, 'home'>
  readonly variables: Variables
}

/** Why no run of a task can begin with the present settings: its provider is unknown or has no key. `undefined`: nothing is known to be wrong. */
export type JobCheck = (task: Task) => string | undefined

/** Checks jobs before they are due. No server is asked. */
export async function openJobCheck({ config, paths, variables }: JobCheckOptions): Promise<JobCheck> {
  const credentials: CredentialBook = await openCredentials(paths, variables)
  return (task) => {
    if (task.prompt === undefined) return undefined
    try {
      const settings = modelSettings(config, choiceOf(task, config.cron), undefined) ?? config
      if (!settings.transport) resolveConfiguredProvider(settings.model, variables, credentials.kept)
      return undefined
    } catch (error) {
      if (ConfigError.is(error)) return error.message
      throw error
    }
  }
}
