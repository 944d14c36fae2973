import type { Task } from '@hermes/scheduler'
import type { HomePaths, Variables } from '../home/home-paths.js'
import { choiceOf } from '../jobs/choice-of.js'
import { withoutPriceOf } from '../model/limits-in-usd.js'
import { modelSettings } from '../model/model-settings.js'
import type { Config } from '../schema/config-schema.js'
import { unpricedModel } from './unpriced-limits.js'

/** The settings against which a task is checked. */
export interface CostSettings {
  readonly config: Config
  readonly paths: HomePaths
  readonly variables: Variables
}

/**
 * Returns a sentence if a job's cost limit has no effect because the price of its model is unknown; `undefined` if the limit works or there is none.
 */
export async function findUnlimitedCost(
  task: Task,
  { config, paths, variables }: CostSettings,
): Promise<string | undefined> {
  if (task.maxCostUsd === undefined || task.prompt === undefined) return undefined
  const chosen = modelSettings(config, choiceOf(task, config.cron), undefined) ?? config
  const model = await unpricedModel(chosen, paths, variables)
  return model === undefined ? undefined : withoutPriceOf('--max-cost', model)
}
