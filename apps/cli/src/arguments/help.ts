import { english, type Translate } from '@hermes/safety/language'
import type { CommandSpec, CommandTopic, ProgramSpec } from './command-spec.js'
import { globalOptionNames, type OptionName, optionSpec } from './options/options.js'
import { commandsOf } from './parse-arguments.js'

const exitCodes = [
  ['0', english`it worked`],
  ['1', english`it failed`],
  ['2', english`the command line is wrong`],
  ['3', english`a limit of the turn was reached, or it repeated itself`],
  ['129', english`the terminal was closed (SIGHUP)`],
  ['130', english`interrupted (Ctrl+C, SIGINT)`],
  ['141', english`the output was closed by its reader`],
  ['143', english`asked to stop (SIGTERM)`],
] as const

/** Returns the help of a whole program: its commands, and the options of its default command. */
export function programHelp(program: ProgramSpec, t: Translate): string {
  const [root] = program.commands
  const { topics = [] } = program
  return page([
    topics.length > 0 ? t`Usage: ${program.name} [command] [options]` : t`Usage: ${program.name} [options]`,
    ...(topics.length > 0 ? sectionsOf(program, topics, t) : [root && t.of(root.summary)]),
    root && section(t`Options:`, optionRows(t, [...root.options, ...globalOptionNames])),
    root &&
      section(
        t`Examples:`,
        root.examples.map((example) => [example]),
      ),
    section(
      t`Exit codes:`,
      exitCodes.map(([code, meaning]) => [code, t.of(meaning)]),
    ),
  ])
}

function sectionsOf(program: ProgramSpec, topics: readonly CommandTopic[], t: Translate): readonly string[] {
  const rows = topics.map(({ words }) => words.map((word) => rowOf(program, word, t)))
  const width = widthOf(rows.flat())
  return [
    ...topics.map(({ title }, index) => section(t.of(title), rows[index] ?? [], width)),
    t`${program.name} <command> --help lists the commands of a group, with their options and examples.`,
  ]
}

/** Returns the row for the commands that start with a word: a single command as it is typed, several as a group. */
function rowOf(program: ProgramSpec, word: string, t: Translate): readonly string[] {
  const own = program.commands.find(({ path }) => path === word)
  const further = commandsOf(program, word)
  const [first] = further
  if (own) return [further.length > 0 ? `${word} [command]` : usageOf(own), t.of(own.summary)]
  if (first && further.length === 1) return [usageOf(first), t.of(first.summary)]
  return [`${word} <command>`, t.of(program.groupSummaries?.[word] ?? '')]
}

/** Returns the help of a group of commands, such as `hermes sessions`. */
export function groupHelp(program: ProgramSpec, group: string, t: Translate): string {
  const commands = commandsOf(program, group)
  return page([
    t`Usage: ${program.name} ${group} <command> [options]`,
    commandsSection(commands, t),
    section(t`Options:`, optionRows(t, globalOptionNames)),
    section(
      t`Examples:`,
      commands.flatMap(({ examples: [example] }) => (example === undefined ? [] : [[example]])),
    ),
  ])
}

/** Returns the help of one command and its subcommands. */
export function commandHelp(program: ProgramSpec, command: CommandSpec, t: Translate): string {
  const further = command.path === '' ? [] : commandsOf(program, command.path)
  return page([
    t`Usage: ${[program.name, usageOf(command)].filter(Boolean).join(' ')} [options]`,
    t`${t.of(command.summary)}.`,
    further.length > 0 ? commandsSection(further, t) : undefined,
    section(t`Options:`, optionRows(t, [...command.options, ...globalOptionNames])),
    section(
      t`Examples:`,
      command.examples.map((example) => [example]),
    ),
  ])
}

function commandsSection(commands: readonly CommandSpec[], t: Translate): string {
  return section(
    t`Commands:`,
    commands.map((command) => [usageOf(command), t.of(command.summary)]),
  )
}

function usageOf(command: CommandSpec): string {
  return [command.path, ...(command.parameters ?? [])].join(' ')
}

function optionRows(t: Translate, names: readonly OptionName[]): string[][] {
  return names.map((name) => {
    const { short, value, hint, description } = optionSpec(name)
    const shown = value === 'optional-text' ? ` [${hint}]` : value ? ` ${hint}` : ''
    return [`${short ? `-${short}, ` : '    '}--${name}${shown}`, t.of(description)]
  })
}

function widthOf(rows: readonly (readonly string[])[]): number {
  return Math.max(...rows.map(([left = '']) => left.length))
}

function section(title: string, rows: readonly (readonly string[])[], width = widthOf(rows)): string {
  const lines = rows.map(([left = '', right]) =>
    right === undefined ? `  ${left}` : `  ${left.padEnd(width)}  ${right}`,
  )
  return [title, ...lines].join('\n')
}

function page(parts: readonly (string | undefined)[]): string {
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}
