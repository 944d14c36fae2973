import {
  type Agent,
  createAgent,
  type Logger,
  type Plugin,
  type PromptSection,
  type SessionStore,
  type ToolExecutor,
  type Transport,
  type TurnLeases,
} from '@hermes/core'
import type { EngineFor } from './compression/choose-engine.js'
import type { Config } from './config/config-schema.js'
import type { RuntimeModel } from './runtime.js'

export interface AgentParts {
  readonly transport: Transport
  readonly model: RuntimeModel
  readonly tools: ToolExecutor
  readonly plugins: readonly Plugin[]
  readonly store: SessionStore
  readonly logger: Logger
  readonly prompt: readonly PromptSection[]
  readonly leases?: TurnLeases
  readonly engineFor: EngineFor
}

/** An agent as the config has it: that of the conversation, and those that it hands tasks to. */
export function wireAgent(config: Config, { model, logger, engineFor, ...parts }: AgentParts): Agent {
  const { agent, tool_loop_guardrails: guardrails } = config
  const contextEngine = engineFor(model)
  return createAgent({
    ...parts,
    model: {
      id: model.id,
      provider: model.provider,
      ...(model.contextWindow && { contextWindow: model.contextWindow }),
      // Not what the catalog knows: many windows are no larger than the longest answer, and routers reserve credit for it.
      ...(config.model.max_tokens && { maxOutputTokens: config.model.max_tokens }),
      ...(agent.reasoning_effort && { reasoning: agent.reasoning_effort }),
    },
    ...(contextEngine && { contextEngine }),
    budget: {
      maxIterations: agent.max_turns,
      maxTokens: agent.max_tokens_per_turn,
      maxDurationMs: agent.run_budget_seconds * 1000,
      maxCostUsd: agent.max_cost_per_turn,
      warnings: agent.budget_warnings,
    },
    guardrail: {
      warnings: guardrails.warnings_enabled,
      hardStop: guardrails.hard_stop_enabled,
      caps: guardrails.loop_caps,
    },
    services: { logger },
  })
}
