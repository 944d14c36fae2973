import { english, type Translate } from '@hermes/safety/language'
import type { CommandSpec, ProgramSpec } from './command-spec.js'
import { globalOptionNames, type OptionName, optionSpec } from './options/options.js'
import { commandsOf } from './parse-arguments.js'

const exitCodes = [
  ['0', english`it worked`],
  ['1', english`it failed`],
  ['2', english`the command line is wrong`],
  ['3', english`a limit of the turn was reached, or it repeated itself`],
  ['129', english`the terminal was closed (SIGHUP)`],
  ['130', english`interrupted (Ctrl+C, SIGINT)`],
  ['141', english`nobody reads the output any more`],
  ['143', english`asked to stop (SIGTERM)`],
] as const

/** The help of a whole program: its commands, and the options of the command that runs by default. */
export function programHelp(program: ProgramSpec, t: Translate): string {
  const [root] = program.commands
  const listed = program.commands.filter(({ path, isHidden }) => path !== '' && !isHidden)
  return page([
    listed.length > 0 ? t`Usage: ${program.name} [command] [options]` : t`Usage: ${program.name} [options]`,
    listed.length > 0
      ? section(
          t`Commands:`,
          listed.map((command) => [usageOf(command), t.of(command.summary)]),
        )
      : root && t.of(root.summary),
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

/** The help of a group of commands, such as `hermes sessions`. */
export function groupHelp(program: ProgramSpec, group: string, t: Translate): string {
  const commands = commandsOf(program, group)
  return page([
    t`Usage: ${program.name} ${group} <command> [options]`,
    section(
      t`Commands:`,
      commands.map((command) => [usageOf(command), t.of(command.summary)]),
    ),
    section(t`Options:`, optionRows(t, globalOptionNames)),
    section(
      t`Examples:`,
      commands.flatMap(({ examples: [example] }) => (example === undefined ? [] : [[example]])),
    ),
  ])
}

/** The help of one command. */
export function commandHelp(program: ProgramSpec, command: CommandSpec, t: Translate): string {
  return page([
    t`Usage: ${[program.name, usageOf(command)].filter(Boolean).join(' ')} [options]`,
    t`${t.of(command.summary)}.`,
    section(t`Options:`, optionRows(t, [...command.options, ...globalOptionNames])),
    section(
      t`Examples:`,
      command.examples.map((example) => [example]),
    ),
  ])
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

function section(title: string, rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([left = '']) => left.length))
  const lines = rows.map(([left = '', right]) =>
    right === undefined ? `  ${left}` : `  ${left.padEnd(width)}  ${right}`,
  )
  return [title, ...lines].join('\n')
}

function page(parts: readonly (string | undefined)[]): string {
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}
