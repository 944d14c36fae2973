import type { AgentSetup } from '../../host.js'
import type { ModelInUse } from '../../model/models.js'
import { childConfig } from './child-config.js'

/**
 * Resolves the model of sub-agents, or the model that a task requests. This is the parent's model, unless the settings name another one.
 * The returned function rejects with a {@link ConfigError} when no call could succeed.
 */
export function childModels({
  main,
  modelFor,
}: Pick<AgentSetup, 'main' | 'modelFor'>): (model?: string) => Promise<ModelInUse> {
  return async (model) => {
    const own = childConfig(main.config, model)
    return own ? modelFor(own) : main
  }
}
