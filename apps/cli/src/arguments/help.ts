import type { CommandSpec, ProgramSpec } from './command-spec.js'
import { globalOptionNames, type OptionName, optionSpec } from './options/options.js'
import { commandsOf } from './parse-arguments.js'

/** The help of a whole program: its commands, and the options of the command that runs by default. */
export function programHelp(program: ProgramSpec): string {
  const [root] = program.commands
  const listed = program.commands.filter(({ path, isHidden }) => path !== '' && !isHidden)
  return page([
    `Usage: ${program.name} ${listed.length > 0 ? '[command] ' : ''}[options]`,
    listed.length > 0
      ? section(
          'Commands',
          listed.map((command) => [usageOf(command), command.summary]),
        )
      : root?.summary,
    root && section('Options', optionRows([...root.options, ...globalOptionNames])),
    root &&
      section(
        'Examples',
        root.examples.map((example) => [example]),
      ),
    'Exit codes: 0 ok, 1 failed, 2 wrong usage, 130 interrupted.',
  ])
}

/** The help of a group of commands, such as `hermes sessions`. */
export function groupHelp(program: ProgramSpec, group: string): string {
  const commands = commandsOf(program, group)
  return page([
    `Usage: ${program.name} ${group} <command> [options]`,
    section(
      'Commands',
      commands.map((command) => [usageOf(command), command.summary]),
    ),
    section('Options', optionRows(globalOptionNames)),
    section(
      'Examples',
      commands.flatMap(({ examples: [example] }) => (example === undefined ? [] : [[example]])),
    ),
  ])
}

/** The help of one command. */
export function commandHelp(program: ProgramSpec, command: CommandSpec): string {
  return page([
    `Usage: ${[program.name, usageOf(command), '[options]'].filter(Boolean).join(' ')}`,
    `${command.summary}.`,
    section('Options', optionRows([...command.options, ...globalOptionNames])),
    section(
      'Examples',
      command.examples.map((example) => [example]),
    ),
  ])
}

function usageOf(command: CommandSpec): string {
  return [command.path, ...(command.parameters ?? [])].join(' ')
}

function optionRows(names: readonly OptionName[]): string[][] {
  return names.map((name) => {
    const { short, value, hint, description } = optionSpec(name)
    const shown = value === 'optional-text' ? ` [${hint}]` : value ? ` ${hint}` : ''
    return [`${short ? `-${short}, ` : '    '}--${name}${shown}`, description]
  })
}

function section(title: string, rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([left = '']) => left.length))
  const lines = rows.map(([left = '', right]) =>
    right === undefined ? `  ${left}` : `  ${left.padEnd(width)}  ${right}`,
  )
  return [`${title}:`, ...lines].join('\n')
}

function page(parts: readonly (string | undefined)[]): string {
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}
