import type { AgentOptions, BudgetOptions } from '../contracts/agent/agent.js'
import { withDefaultServices } from '../contracts/agent/services.js'
import { ConfigError } from '../contracts/errors/errors.js'
import type { BudgetLimits } from '../contracts/turn/budget.js'
import { assertPlugins } from '../hooks/assert-plugin.js'
import { pluginHooks } from '../hooks/plugin-hooks.js'
import { promptSectionsOf } from '../prompt/prompt-sections-of.js'
import { createMemoryStore } from '../session/memory-store.js'
import type { Wiring } from '../session/wiring.js'
import { withPluginTools } from './plugin-tools.js'

/** Applies the defaults of an agent and adds the contributions of its plugins. */
export function wire(options: AgentOptions): Wiring {
  requireModel(options)
  requireExecutor(options)
  const plugins = options.plugins ?? []
  assertPlugins(plugins)
  const tools = withPluginTools(options.tools, plugins)
  const services = withDefaultServices(options.services)
  return {
    transport: options.transport,
    model: { contextWindow: 128_000, ...options.model },
    store: options.store ?? createMemoryStore(),
    prompt: promptSectionsOf({ ...options, ...(tools && { tools }), logger: services.logger }),
    ephemeral: options.ephemeral ?? {},
    hooks: pluginHooks(plugins),
    budget: { limits: toLimits(options.budget), warnings: options.budget?.warnings ?? true },
    guardrail: options.guardrail ?? {},
    services,
    ...(tools && { tools }),
    ...(options.contextEngine && { contextEngine: options.contextEngine }),
  }
}

/**
 * Checks the transport and the model, which programs without types and empty settings may omit. Otherwise, a turn would
 * fail later without an explanation.
 */
function requireModel({ transport, model }: Partial<AgentOptions>): void {
  if (typeof transport?.stream !== 'function') {
    throw new ConfigError('transport', 'createAgent needs a transport: pass one as `transport`.')
  }
  if (typeof model?.id !== 'string' || model.id.trim() === '') {
    throw new ConfigError('model.id', "createAgent needs a model: pass the provider's name for it as `model: { id }`.")
  }
  const { contextWindow, maxOutputTokens, outputLimit } = model
  for (const [name, value] of Object.entries({ contextWindow, maxOutputTokens, outputLimit })) {
    if (value === undefined || (typeof value === 'number' && value > 0)) continue
    throw new ConfigError(`model.${name}`, `model.${name} must be a number of tokens above 0, not ${value}.`)
  }
}

function requireExecutor({ tools }: Partial<AgentOptions>): void {
  if (tools === undefined || typeof tools.definitions === 'function') return
  throw new ConfigError(
    'tools',
    'createAgent needs a tool executor as `tools`, not a list of tools: pass what `createToolExecutor` of @hermes/tools makes of them.',
  )
}

function toLimits(budget: BudgetOptions = {}): BudgetLimits {
  const { maxIterations = 90, maxTokens = 0, maxDurationMs = 0, maxCostUsd = 0, warnings: _, ...rest } = budget
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) {
    const sentence = `budget.${unknown} does not exist: use maxIterations, maxTokens, maxDurationMs, maxCostUsd or warnings.`
    throw new ConfigError(`budget.${unknown}`, sentence)
  }
  if (!Number.isInteger(maxIterations)) throw noLimit('maxIterations', 'a whole number', maxIterations)
  for (const [name, value] of Object.entries({ maxIterations, maxTokens, maxDurationMs, maxCostUsd })) {
    if (!(value >= 0)) throw noLimit(name, 'a number', value)
  }
  return { iterations: maxIterations, tokens: maxTokens, durationMs: maxDurationMs, costUsd: maxCostUsd }
}

function noLimit(name: string, kind: string, value: number): ConfigError {
  return new ConfigError(`budget.${name}`, `budget.${name} must be ${kind}, 0 for no limit, not ${value}.`)
}
