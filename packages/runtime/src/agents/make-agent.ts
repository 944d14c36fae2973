import {
  type Agent,
  createAgent,
  type EphemeralContext,
  type Logger,
  type Plugin,
  type PromptSection,
  type SessionStore,
  type ToolExecutor,
} from '@hermes/core'
import type { ModelInUse } from '../model/models.js'
import { referenceOf } from '../model/reference-of.js'

export interface MakeAgentParts {
  readonly main: ModelInUse
  readonly tools: ToolExecutor
  readonly plugins: readonly Plugin[]
  readonly store: SessionStore
  readonly logger: Logger
  readonly prompt: readonly PromptSection[]
  /** What the agent's requests add to the prompt and the messages of a session. Default: nothing. */
  readonly ephemeral?: EphemeralContext
}

/** Creates an agent for a model: the agent of a conversation, or a sub-agent. */
export function makeAgent({ main, logger, ...parts }: MakeAgentParts): Agent {
  const { transport, model, engine, config, providerOptions, opening } = main
  const reference = referenceOf(main)
  const { agent, tool_loop_guardrails: guardrails } = config
  return createAgent({
    ...parts,
    transport,
    model: {
      id: model.id,
      provider: model.provider,
      ...(model.contextWindow && { contextWindow: model.contextWindow }),
      // The limit from the catalog is not used: many context windows are no larger than the longest answer, and routers reserve credit for
      // it.
      ...(config.model.max_tokens && { maxOutputTokens: config.model.max_tokens }),
      ...(agent.reasoning_effort && { reasoning: agent.reasoning_effort }),
      ...(providerOptions && { providerOptions }),
      ...(opening && { opening }),
      ...(reference && { reference }),
    },
    ...(engine && { contextEngine: engine }),
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
