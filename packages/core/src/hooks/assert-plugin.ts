import type { Plugin } from '../contracts/agent/plugin.js'
import { ConfigError } from '../contracts/errors/errors.js'
import { assertTool } from '../contracts/tools/assert-tool.js'
import { assertParameters } from '../json/assert-parameters.js'
import { isRecord } from '../json/is-record.js'
import { assertHooks } from './plugin-hooks.js'

/** A valid command name, as `/name` finds it. */
const commandName = /^[a-z0-9][a-z0-9-]*(?::[a-z0-9][a-z0-9-]*)*$/

/**
 * Rejects a plugin with a part that could not work, and names both: plugins may be written without types.
 * @param subject - The plugin in errors before its name is known: `plugins.0`.
 * @throws {ConfigError}
 */
export function assertPlugin(plugin: unknown, subject: string): asserts plugin is Plugin {
  if (!isRecord(plugin)) {
    const found = plugin === null || plugin === undefined ? String(plugin) : `a ${typeof plugin}`
    throw new ConfigError('plugins', `${subject} is ${found}, and no plugin: it must be an object with a \`name\`.`)
  }
  const { name } = plugin
  if (typeof name !== 'string' || name.trim() === '') {
    throw new ConfigError(
      'plugins',
      `${subject} is a plugin without a name: give it a \`name\`, which errors and logs show.`,
    )
  }
  const owner = `The plugin "${name}"`
  for (const [index, tool] of listOf(plugin, 'tools', owner).entries()) {
    if (!isRecord(tool)) throw wrong(owner, `has no tool at tools.${index}`, 'pass what defineTool() returns')
    assertTool(tool, ` of the plugin "${name}"`)
    assertParameters(`The tool "${tool.name}" of the plugin "${name}"`, tool.parameters)
  }
  for (const [index, section] of listOf(plugin, 'promptSections', owner).entries()) {
    const isSection =
      isRecord(section) && typeof section.id === 'string' && ['string', 'function'].includes(typeof section.content)
    if (!isSection) {
      throw wrong(owner, `has no section at promptSections.${index}`, 'pass { id, content }, with a text or a function')
    }
  }
  for (const [index, command] of listOf(plugin, 'commands', owner).entries()) {
    if (!isRecord(command) || typeof command.run !== 'function' || typeof command.description !== 'string') {
      throw wrong(owner, `has no command at commands.${index}`, 'pass { name, description, run }')
    }
    if (typeof command.name !== 'string' || !commandName.test(command.name)) {
      throw wrong(owner, `has a command named "${String(command.name)}"`, 'use a-z, 0-9 and "-", without the slash')
    }
  }
  const { hooks } = plugin
  if (hooks === undefined) return
  if (!isRecord(hooks))
    throw wrong(owner, 'has `hooks` that are no object', 'pass the functions by the names of the hooks')
  assertHooks(name, hooks)
}

/** Checks that the plugins of an agent have unique names. @throws {ConfigError} */
export function assertPlugins(plugins: readonly unknown[]): void {
  const names = new Set<string>()
  for (const [index, plugin] of plugins.entries()) {
    assertPlugin(plugin, `plugins.${index}`)
    if (names.has(plugin.name)) {
      throw new ConfigError('plugins', `Two plugins have the name "${plugin.name}": remove one of them, or rename it.`)
    }
    names.add(plugin.name)
  }
}

function listOf(plugin: Readonly<Record<string, unknown>>, key: string, owner: string): readonly unknown[] {
  const { [key]: list = [] } = plugin
  if (Array.isArray(list)) return list
  throw wrong(owner, `has \`${key}\` that are no list`, 'pass a list, or nothing')
}

function wrong(owner: string, what: string, remedy: string): ConfigError {
  return new ConfigError('plugins', `${owner} ${what}: ${remedy}.`)
}
