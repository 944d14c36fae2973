import { ConfigError } from '../contracts/errors.js'
import type { Plugin } from '../contracts/plugin.js'
import type { ToolExecutor } from '../contracts/tool.js'

/**
 * An agent's executor with the tools that its plugins bring.
 * @throws {ConfigError} when the executor takes none, or a name is taken: a plugin must not become the one that writes files
 *   by using the name, and which of two plugins wins must not be a matter of their order.
 */
export function withPluginTools(
  executor: ToolExecutor | undefined,
  plugins: readonly Plugin[],
): ToolExecutor | undefined {
  const brought = plugins.flatMap(({ name: plugin, tools = [] }) => tools.map((tool) => ({ plugin, tool })))
  const [first] = brought
  if (!first) return executor
  if (!executor?.withTools) throw cannotTake(first.plugin, executor)
  const owners = new Map<string, string>()
  for (const { plugin, tool } of brought) {
    const owner = owners.get(tool.name)
    if (owner !== undefined) throw taken(plugin, tool.name, `the plugin "${owner}" has one of this name`)
    if (executor.traitsOf?.(tool.name)) throw taken(plugin, tool.name, 'there is one already')
    owners.set(tool.name, plugin)
  }
  return executor.withTools(brought.map(({ tool }) => tool))
}

function cannotTake(plugin: string, executor: ToolExecutor | undefined): ConfigError {
  const why = executor ? 'the executor of this agent takes no further ones' : 'this agent has no tool executor'
  return new ConfigError(
    'plugins',
    `The plugin "${plugin}" brings tools, but ${why}: give the agent one that does, such as that of @hermes/tools, as "tools".`,
  )
}

function taken(plugin: string, tool: string, why: string): ConfigError {
  return new ConfigError(
    'plugins',
    `The plugin "${plugin}" may not bring a tool "${tool}": ${why}. Leave the plugin out, or have its tool renamed.`,
  )
}
