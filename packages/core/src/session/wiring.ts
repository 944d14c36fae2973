import type { AgentOptions, EphemeralContext } from '../contracts/agent/agent.js'
import type { GuardrailOptions } from '../contracts/agent/guardrail.js'
import type { PromptSection } from '../contracts/agent/plugin.js'
import type { Services } from '../contracts/agent/services.js'
import type { SessionStore } from '../contracts/sessions/session-store.js'
import type { BudgetLimits } from '../contracts/turn/budget.js'
import type { PluginHooks } from '../hooks/plugin-hooks.js'

/** An agent's options with defaults applied and plugins unpacked. Turns read it but never change it. */
export interface Wiring extends Pick<AgentOptions, 'transport' | 'tools' | 'contextEngine'> {
  readonly model: AgentOptions['model'] & { readonly contextWindow: number }
  readonly store: SessionStore
  readonly prompt: readonly PromptSection[]
  readonly ephemeral: EphemeralContext
  readonly hooks: PluginHooks
  readonly budget: { readonly limits: BudgetLimits; readonly warnings: boolean }
  readonly guardrail: GuardrailOptions
  readonly services: Services
}
