import { ConfigError } from '../contracts/errors.js'
import type { Hooks, PromptSection } from '../contracts/plugin.js'
import type { SessionStore } from '../contracts/session-store.js'
import { defaultIdentity } from '../prompt/build-system-prompt.js'
import { createMemoryStore } from '../session/memory-store.js'
import type { AgentOptions } from './agent.js'
import { combineHooks } from './combine-hooks.js'
import { type Services, withDefaultServices } from './services.js'

/** An agent's options with the defaults filled in and the plugins taken apart: what every turn reads and none changes. */
export interface Wiring extends Pick<AgentOptions, 'transport' | 'tools' | 'contextEngine'> {
  readonly model: AgentOptions['model'] & { readonly contextWindow: number }
  readonly store: SessionStore
  readonly prompt: readonly PromptSection[]
  readonly hooks: Hooks
  readonly budget: { readonly maxIterations: number; readonly warnings: boolean }
  readonly services: Services
}

export function wire(options: AgentOptions): Wiring {
  const plugins = options.plugins ?? []
  const prompt = options.prompt ?? [defaultIdentity]
  return {
    transport: options.transport,
    model: { contextWindow: 128_000, ...options.model },
    store: options.store ?? createMemoryStore(),
    prompt: [...prompt, ...plugins.flatMap((plugin) => plugin.promptSections ?? [])],
    hooks: combineHooks(plugins),
    budget: { maxIterations: checkedMax(options.budget?.maxIterations), warnings: options.budget?.warnings ?? true },
    services: withDefaultServices(options.services),
    ...(options.tools && { tools: options.tools }),
    ...(options.contextEngine && { contextEngine: options.contextEngine }),
  }
}

function checkedMax(maxIterations = 90): number {
  if (Number.isInteger(maxIterations) && maxIterations >= 0) return maxIterations
  throw new ConfigError(
    'budget.maxIterations',
    `budget.maxIterations must be a whole number, 0 for no limit, not ${maxIterations}.`,
  )
}
