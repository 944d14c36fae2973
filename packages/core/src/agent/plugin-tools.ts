import type { Plugin } from '../contracts/agent/plugin.js'
import { ConfigError } from '../contracts/errors/errors.js'
import type { ToolExecutor } from '../contracts/tools/tool.js'

/**
 * Adds the tools of an agent's plugins to its executor.
 * @throws {ConfigError} when the executor cannot add tools, or a name is taken: a plugin must not replace the tool that writes
 * files by using its name, and the order of two plugins must not decide which one wins.
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
    if (owner !== undefined) throw taken(plugin, tool.name, `the plugin "${owner}" has a tool of this name`)
    if (executor.traitsOf?.(tool.name)) throw taken(plugin, tool.name, 'the agent already has one')
    owners.set(tool.name, plugin)
  }
  return executor.withTools(brought.map(({ tool }) => tool))
}

function cannotTake(plugin: string, executor: ToolExecutor | undefined): ConfigError {
  const why = executor ? 'its tool executor cannot add tools' : 'this agent has no tool executor'
  return new ConfigError(
    'plugins',
    `The plugin "${plugin}" brings tools, but ${why}: pass an executor that can, such as the one of @hermes/tools, as "tools".`,
  )
}

function taken(plugin: string, tool: string, why: string): ConfigError {
  return new ConfigError(
    'plugins',
    `The plugin "${plugin}" cannot add a tool "${tool}": ${why}. Remove the plugin, or rename its tool.`,
  )
}
