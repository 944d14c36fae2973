import type { CommandSpec, ProgramSpec } from '../../arguments/command-spec.js'
import { globalOptionNames, type OptionName, optionSpec } from '../../arguments/options/options.js'

/** Renders the manual page of a program, with the macros of man(7). */
export function manPage({ name, commands }: ProgramSpec, version: string): string {
  const root = commands.find(({ path }) => path === '')
  const listed = commands.filter(({ path, isHidden }) => path !== '' && !isHidden)
  return [
    `.TH ${name.toUpperCase()} 1 "" "${name} ${version}"`,
    '.SH NAME',
    `${name} \\- ${text(root?.summary.toLowerCase() ?? name)}`,
    '.SH SYNOPSIS',
    `.B ${name}`,
    '[\\fIcommand\\fR] [\\fIoptions\\fR]',
    '.SH OPTIONS',
    ...(root?.options ?? []).flatMap(optionEntry),
    '.SS Options of every command',
    ...globalOptionNames.flatMap(optionEntry),
    '.SH COMMANDS',
    ...listed.flatMap((command) => commandEntry(name, command)),
    '.SH EXIT STATUS',
    '0 ok, 1 failed, 2 wrong usage, 130 interrupted.',
    '.SH ENVIRONMENT',
    ...entry('HERMES_HOME', 'the home; default \\fI~/.hermes\\fR'),
    ...entry('HERMES_SCREEN_READER', text('1: the chat in whole lines, as with --screen-reader')),
    ...entry('HERMES_TUI', text('0: the chat in lines is the default; 1: the full-screen interface')),
    ...entry('NO_COLOR', 'disable colors'),
    '.SH FILES',
    ...entry('config.yaml', 'the settings'),
    ...entry('.env', text('keys that are not stored by `hermes auth`')),
    ...entry('state.db', 'the sessions'),
    '.SH EXAMPLES',
    '.nf',
    ...(root?.examples ?? []).map(text),
    '.fi',
    '',
  ].join('\n')
}

function commandEntry(program: string, { path, parameters = [], summary, options, examples }: CommandSpec): string[] {
  const usage = [`\\fB${text(`${program} ${path}`)}\\fR`, ...parameters.map((name) => `\\fI${text(name)}\\fR`)].join(
    ' ',
  )
  const own = path === 'chat' ? [] : options
  const names = own.map((name) => `\\fB${text(`--${name}`)}\\fR`).join(', ')
  return [
    '.TP',
    usage,
    `${text(summary)}.`,
    ...(names === '' ? [] : [`Options: ${names}.`]),
    ...(examples[0] === undefined ? [] : ['.br', `\\fI${text(examples[0])}\\fR`]),
  ]
}

function optionEntry(name: OptionName): string[] {
  const { short, value, hint, description } = optionSpec(name)
  const names = [...(short ? [`-${short}`] : []), `--${name}`].map((word) => `\\fB${text(word)}\\fR`).join(', ')
  const shown = value === undefined ? '' : value === 'optional-text' ? ` [\\fI${hint}\\fR]` : ` \\fI${hint}\\fR`
  return ['.TP', `${names}${shown}`, text(description)]
}

function entry(name: string, description: string): string[] {
  return ['.TP', `.B ${name}`, description]
}

/** Escapes text so that it contains no roff requests. */
function text(plain: string): string {
  const escaped = plain.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('`', '\\(ga').replaceAll("'", '\\(aq')
  return escaped.startsWith('.') ? `\\&${escaped}` : escaped
}
