import type { SlashCommand } from '@hermes/core'
import type { JudgeCommand } from '@hermes/core/wiring'
import { nearestNames } from '@hermes/safety'
import { hasRole, type Person } from '../contracts/person.js'
import type { Surface } from '../contracts/surface.js'
import type { Command, CommandTable, FoundCommand } from './command.js'
import type { Confirmations } from './confirm.js'
import { guardCommand } from './guard-command.js'
import { fromSlashCommand } from './plugin-command.js'
import { expandAlias, type QuickCommand, quickCommand, type RunCommandLine } from './quick-command.js'
import { isCommandName, readLine } from './read-line.js'

export interface CommandTableOptions {
  /** Built-in commands, in the order of help. */
  readonly commands: readonly Command[]
  /** The quick commands of the config, by name. A function is evaluated at each call because settings may change. */
  readonly quick?: QuickCommands | (() => QuickCommands)
  /** Runs the command lines of quick commands. Without it, quick commands of type `exec` return an error. */
  readonly runCommandLine?: RunCommandLine
  /** The commands of plugins, evaluated at each call because settings may change. */
  readonly plugins?: () => readonly SlashCommand[]
  /** The commands of bundles and skills, evaluated at each call because they may change. */
  readonly dynamic?: () => { readonly bundles?: readonly Command[]; readonly skills?: readonly Command[] }
  /** Hints for command names that people know from elsewhere and that do not exist here, one sentence each. Default: none. */
  readonly missing?: Readonly<Record<string, string>>
  /** Stores permanent confirmations. Without it, every destructive command asks. */
  readonly confirmations?: Confirmations
  /**
   * Decides before a command runs whether it must not, with the reason: the hooks of plugins. Default: all commands
   * run.
   */
  readonly judge?: JudgeCommand
  /** Called for each command that is hidden by another one with the same name. Default: not reported. */
  readonly onShadowed?: (shadowed: ShadowedCommand) => void
}

export type QuickCommands = Readonly<Record<string, QuickCommand>>

/** Two commands have the same name, and `by` takes precedence. */
export interface ShadowedCommand {
  readonly name: string
  readonly hidden: CommandOrigin
  readonly by: CommandOrigin
}

export type CommandOrigin = 'built-in' | 'plugin' | 'quick command' | 'bundle' | 'skill'

interface Layer {
  readonly origin: CommandOrigin
  readonly commands: readonly Command[]
}

/**
 * Merges all commands into one table. Among commands with the same name, a quick command takes precedence over a bundle, and a bundle
 * over a skill. Only a quick command with `replaces: true` replaces a built-in command or the command of a plugin. A name takes
 * precedence over an alias.
 */
export function createCommandTable(options: CommandTableOptions): CommandTable {
  const { confirmations, judge, onShadowed, dynamic, missing = {} } = options
  const layers = (): readonly Layer[] => {
    const made = Object.entries(quickOf(options)).map(([name, definition]) => ({
      definition,
      command: quickCommand(name, definition, options.runCommandLine),
    }))
    const replacing = made.filter(({ definition }) => definition.replaces === true)
    const adding = made.filter(({ definition }) => definition.replaces !== true)
    const { bundles = [], skills = [] } = dynamic?.() ?? {}
    return [
      { origin: 'quick command', commands: replacing.map(({ command }) => command) },
      { origin: 'built-in', commands: options.commands },
      { origin: 'plugin', commands: (options.plugins?.() ?? []).map(fromSlashCommand) },
      { origin: 'quick command', commands: adding.map(({ command }) => command) },
      { origin: 'bundle', commands: bundles },
      { origin: 'skill', commands: skills },
    ]
  }
  const told = new Set<string>()
  const tell = (shadowed: ShadowedCommand) => {
    const key = JSON.stringify(shadowed)
    if (told.has(key)) return
    told.add(key)
    onShadowed?.(shadowed)
  }
  const guarded = (command: Command) => guardCommand(command, { confirmations, judge })
  const all = () => join(layers(), tell).map(guarded)
  // Reports hidden commands as soon as the table exists.
  const first = all()
  const isLive = dynamic !== undefined || options.plugins !== undefined || typeof options.quick === 'function'
  const current = () => (isLive ? all() : first)

  const find = (line: string, surface: Surface, person: Person): FoundCommand => {
    const read = readLine(line)
    if (!read) return { type: 'message' }
    const commands = current()
    const usable = commands.filter((command) => isUsable(command, surface, person))
    const exact = named(usable, read.name)
    if (exact) return { type: 'command', command: exact, args: read.args }
    const refused = named(commands, read.name)
    if (refused) return { type: 'refused', text: refusalOf(refused, surface) }
    if (Object.hasOwn(missing, read.name)) {
      return { type: 'unknown', text: `There is no command /${read.name}. ${missing[read.name]}`, suggestions: [] }
    }
    const [begun, ...others] = begunWith(usable, read.name)
    if (begun && others.length === 0) return { type: 'command', command: begun, args: read.args }
    return unknown(read.name, usable)
  }
  return {
    list: (surface, person) => current().filter((command) => isUsable(command, surface, person)),
    find: (line, surface, person) => find(expandAlias(line, quickOf(options), hiddenQuick(options)), surface, person),
  }
}

function quickOf({ quick = {} }: CommandTableOptions): QuickCommands {
  return typeof quick === 'function' ? quick() : quick
}

/** Returns the names of quick commands that are hidden by a built-in or plugin command. */
function hiddenQuick(options: CommandTableOptions): ReadonlySet<string> {
  const { commands, plugins } = options
  const quick = quickOf(options)
  const kept = new Set([...commands, ...(plugins?.() ?? [])].map(({ name }) => name))
  return new Set(Object.keys(quick).filter((name) => kept.has(name) && quick[name]?.replaces !== true))
}

function join(layers: readonly Layer[], tell: (shadowed: ShadowedCommand) => void): readonly Command[] {
  const byName = new Map<string, { readonly origin: CommandOrigin; readonly command: Command }>()
  for (const { origin, commands } of layers) {
    for (const command of commands) {
      const { name } = command
      if (!isCommandName(name)) throw new RangeError(`"${name}" is not a valid command name: use a-z, 0-9 and "-".`)
      const before = byName.get(name)
      if (before) tell({ name, hidden: origin, by: before.origin })
      else byName.set(name, { origin, command })
    }
  }
  return [...byName.values()].map(({ command }) => withoutTaken(command, byName))
}

function withoutTaken(command: Command, names: ReadonlyMap<string, unknown>): Command {
  const { aliases } = command
  if (!aliases?.some((alias) => names.has(alias))) return command
  return { ...command, aliases: aliases.filter((alias) => !names.has(alias)) }
}

function isUsable(command: Command, surface: Surface, person: Person): boolean {
  return (command.surfaces?.includes(surface.kind) ?? true) && hasRole(person, command.who ?? 'user')
}

function named(commands: readonly Command[], name: string): Command | undefined {
  return (
    commands.find((command) => command.name === name) ?? commands.find((command) => command.aliases?.includes(name))
  )
}

/**
 * Returns the built-in commands that start with this prefix. Skills and other extensions need their full name: a mistyped line must not
 * start a turn that costs money.
 */
function begunWith(commands: readonly Command[], start: string): readonly Command[] {
  return start === '' ? [] : commands.filter((command) => isBuiltIn(command) && command.name.startsWith(start))
}

/** Whether a command is built in: all others have the category `extension`. */
function isBuiltIn({ category }: Command): boolean {
  return category !== 'extension'
}

function refusalOf({ name, surfaces, who = 'user' }: Command, surface: Surface): string {
  if (surfaces && !surfaces.includes(surface.kind)) return `/${name} is only available in: ${surfaces.join(', ')}.`
  return `/${name} needs the role "${who}".`
}

function unknown(name: string, usable: readonly Command[]): FoundCommand {
  const begun = begunWith(usable, name).map((command) => command.name)
  if (begun.length > 1) {
    return { type: 'unknown', text: `/${name} could be ${toList(begun)}.`, suggestions: begun }
  }
  const suggestions = nearestNames(
    name,
    usable.flatMap((command) => [command.name, ...(command.aliases ?? [])]),
  )
  const hint = suggestions.length > 0 ? ` Did you mean ${toList(suggestions)}?` : ''
  return { type: 'unknown', text: `There is no command /${name}.${hint} /help lists them.`, suggestions }
}

function toList(names: readonly string[]): string {
  return names.map((name) => `/${name}`).join(', ')
}
