import type { Choice } from '@hermes/core'
import type { Task } from '@hermes/scheduler'
import type { Config } from '../schema/config-schema.js'

/** What a job chooses, with `cron.model` for one that names no model. */
export function choiceOf(task: Task, cron: Pick<Config['cron'], 'model'>): Choice {
  const { provider, reasoning, toolsets } = task
  // The setting names a model of the configured provider.
  const model = task.model ?? (provider === undefined ? cron.model : '')
  return {
    ...(model !== '' && { model }),
    ...(provider !== undefined && { provider }),
    ...(reasoning && { reasoning }),
    ...(toolsets && { toolsets }),
  }
}
