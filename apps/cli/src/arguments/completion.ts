import { shellQuote } from '@hermes/safety'
import type { CommandSpec, ProgramSpec } from './command-spec.js'
import { globalOptions, type OptionName, optionSpec } from './options.js'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** The completions after some words of a command line. */
interface Place {
  readonly words: string
  readonly commands: readonly { readonly word: string; readonly description: string }[]
  readonly options: readonly OptionName[]
}

/** A completion script for a shell. */
export function completionScript(program: ProgramSpec, shell: Shell): string {
  const places = placesOf(program)
  if (shell === 'fish') return fishScript(program.name, places)
  return shell === 'bash' ? bashScript(program.name, places) : zshScript(program.name, places)
}

/** The program itself, each group and each command, longer paths first. */
function placesOf(program: ProgramSpec): readonly Place[] {
  const paths = new Set(program.commands.flatMap(({ path }) => prefixesOf(path)))
  return [...paths]
    .map((words) => ({ words, commands: commandsAfter(program.commands, words), options: optionsAt(program, words) }))
    .sort((left, right) => right.words.length - left.words.length)
}

function prefixesOf(path: string): readonly string[] {
  const words = path.split(' ')
  return words.map((_, index) => words.slice(0, index + 1).join(' '))
}

function commandsAfter(commands: readonly CommandSpec[], words: string): Place['commands'] {
  const start = words === '' ? '' : `${words} `
  const found = new Map<string, string>()
  for (const { path, summary } of commands) {
    if (path === '' || !path.startsWith(start)) continue
    const rest = path.slice(start.length).split(' ')
    const [word = ''] = rest
    if (!found.has(word)) found.set(word, rest.length > 1 ? `${word}: ${rest[1]}, ...` : summary)
  }
  return [...found].map(([word, description]) => ({ word, description }))
}

function optionsAt(program: ProgramSpec, words: string): readonly OptionName[] {
  const command = program.commands.find(({ path }) => path === words)
  return [...(command?.options ?? []), ...globalOptions]
}

function bashScript(name: string, places: readonly Place[]): string {
  const cases = places.map(({ words, commands, options }) => {
    const choices = [...commands.map(({ word }) => word), ...options.map((option) => `--${option}`)].join(' ')
    return `    ${words ? `"${words}"*` : '*'}) choices="${choices}" ;;`
  })
  return `${functionName(name)}() {
  local choices words="\${COMP_WORDS[*]:1:COMP_CWORD-1}"
  case "$words" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F ${functionName(name)} ${name}
`
}

function zshScript(name: string, places: readonly Place[]): string {
  const cases = places.map(({ words, commands, options }) => {
    const described = [
      ...commands.map(({ word, description }) => `${word}:${description}`),
      ...options.map((option) => `--${option}:${optionSpec(option).description}`),
    ]
    return `    ${words ? `"${words}"*` : '*'}) choices=(${described.map(shellQuote).join(' ')}) ;;`
  })
  return `#compdef ${name}
${functionName(name)}() {
  local -a choices
  case "\${words[2,CURRENT-1]}" in
${cases.join('\n')}
  esac
  _describe '${name}' choices
  _files
}
compdef ${functionName(name)} ${name}
`
}

function fishScript(name: string, places: readonly Place[]): string {
  const lines = places.flatMap(({ words, commands, options }) => {
    const condition = words === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${words.split(' ').at(-1)}`
    const start = `complete -c ${name} -n ${shellQuote(condition)}`
    return [
      ...commands.map(({ word, description }) => `${start} -f -a ${word} -d ${shellQuote(description)}`),
      ...options.map((option) => {
        const { short, value, description } = optionSpec(option)
        return `${start} -l ${option}${short ? ` -s ${short}` : ''}${value ? ' -r' : ''} -d ${shellQuote(description)}`
      }),
    ]
  })
  return `${lines.join('\n')}\n`
}

function functionName(name: string): string {
  return `_${name.replaceAll('-', '_')}`
}
