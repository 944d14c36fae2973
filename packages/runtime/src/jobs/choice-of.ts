import type { Choice } from '@hermes/core'
import type { Task } from '@hermes/scheduler'
import type { Config } from '../schema/config-schema.js'

/** Returns the model, toolsets and reasoning effort that a job chooses. A job that names no model gets `cron.model`. */
export function choiceOf(task: Task, cron: Pick<Config['cron'], 'model'>): Choice {
  const { provider, reasoning, toolsets } = task
  // `cron.model` names a model of the configured provider.
  const model = task.model ?? (provider === undefined ? cron.model : '')
  return {
    ...(model !== '' && { model }),
    ...(provider !== undefined && { provider }),
    ...(reasoning && { reasoning }),
    ...(toolsets && { toolsets }),
  }
}
