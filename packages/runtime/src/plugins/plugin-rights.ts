import type { JsonObject } from '@hermes/core'
import type { PluginCapabilities } from './manifest.js'
import type { PluginContents } from './plugin-contents.js'
import type { PortablePlugin } from './portable/portable-plugin.js'

export type PluginRightKind =
  | 'tools'
  | 'skills'
  | 'commands'
  | 'hooks'
  | 'servers'
  | 'prompt'
  | 'reads'
  | 'writes'
  | 'network'
  | 'variables'
  | 'processes'

/** Something that a plugin contains or may do, to which a person agrees. */
export interface PluginRight {
  readonly kind: PluginRightKind
  /** The name, path, host or command line. Empty for `prompt` and `processes`. */
  readonly value: string
}

/** Returns all that a plugin contains and may do. */
export function rightsOf({ kind, manifest }: PluginContents): readonly PluginRight[] {
  return kind === 'module' ? ofModule(manifest.capabilities) : ofPortable(manifest)
}

function ofModule(capabilities: PluginCapabilities): readonly PluginRight[] {
  const { tools, hooks, commands, prompt, files, network, variables, processes } = capabilities
  return [
    ...each('tools', tools),
    ...each('hooks', hooks),
    ...each('commands', commands),
    ...(prompt ? each('prompt', ['']) : []),
    ...each('reads', files.read),
    ...each('writes', files.write),
    ...each('network', network),
    ...each('variables', variables),
    ...(processes ? each('processes', ['']) : []),
  ]
}

function ofPortable({ name, skills, commands, hooks, servers, variables }: PortablePlugin): readonly PluginRight[] {
  return [
    ...each(
      'skills',
      skills.map((folder) => folder || 'SKILL.md'),
    ),
    ...each(
      'commands',
      commands.map((command) => `${name}:${command.name}`),
    ),
    ...each(
      'hooks',
      hooks.map(({ event, matcher, command }) => `${event}${matcher === '' ? '' : ` (${matcher})`}: ${command}`),
    ),
    ...each(
      'servers',
      Object.entries(servers).map(([server, settings]) => `${server}: ${lineOf(settings)}`),
    ),
    ...each('variables', variables),
  ]
}

/** Returns the program of a server with its arguments and variables, or the address of the server. */
function lineOf({ command, args, env, url }: JsonObject): string {
  if (typeof command !== 'string') return String(url ?? 'without a command')
  const words = Array.isArray(args) ? args.map(String) : []
  return [command, ...words, ...(env === undefined ? [] : [JSON.stringify(env)])].join(' ')
}

function each(kind: PluginRightKind, values: readonly string[]): readonly PluginRight[] {
  return values.map((value) => ({ kind, value }))
}

/** The difference between the rights of a plugin and its previous ones. Both lists are empty if they are the same. */
export interface RightsChange {
  readonly added: readonly PluginRight[]
  readonly removed: readonly PluginRight[]
}

export function compareRights(before: readonly PluginRight[], after: readonly PluginRight[]): RightsChange {
  return { added: without(after, before), removed: without(before, after) }
}

function without(list: readonly PluginRight[], others: readonly PluginRight[]): readonly PluginRight[] {
  const keys = new Set(others.map(({ kind, value }) => `${kind} ${value}`))
  return list.filter(({ kind, value }) => !keys.has(`${kind} ${value}`))
}
