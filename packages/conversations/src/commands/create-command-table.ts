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
  /** What to say to names of commands that people know from elsewhere and that are missing here: a sentence each. Default: none. */
  readonly missing?: Readonly<Record<string, string>>
  /** Stores permanent confirmations. Without it, every destructive command asks. */
  readonly confirmations?: Confirmations
  /** Says why a command must not run, before it runs: the hooks of plugins. Default: all run. */
  readonly judge?: JudgeCommand
  /** Called for each command that is hidden by another one of the same name. Default: not reported. */
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
 * Merges all commands into one table. For the same name, a quick command takes precedence over a bundle, and a bundle over a skill. A
 * built-in command, or one of a plugin, is only replaced by a quick command with `replaces: true`. A name takes precedence over an alias.
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
  // Reports commands that others hide as soon as the table exists.
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

/** Names of quick commands that a built-in or plugin command keeps. */
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
 * The commands that a beginning stands for. Those of skills and the like are named in full: a mistyped line must not become a turn that
 * costs money.
 */
function begunWith(commands: readonly Command[], start: string): readonly Command[] {
  return start === '' ? [] : commands.filter((command) => isBuiltIn(command) && command.name.startsWith(start))
}

/** Commands of other origins have a category of their own. */
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
