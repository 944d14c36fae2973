import type { CommandSpec, ProgramSpec } from './command-spec.js'
import type { Completes } from './completes.js'
import { globalOptionNames, isOptionName, type OptionName, optionNamed, optionSpec } from './options/options.js'

export interface Candidate {
  readonly word: string
  readonly description?: string
}

/** Possible completions of a word on the command line. */
export interface WordCompletion {
  readonly candidates: readonly Candidate[]
  /** Values to look up as well, and the text that the shell needs in front of them, such as `--model=`. */
  readonly values?: {
    readonly kind: Completes
    readonly prefix: string
    /** Parameter before the value, when the value depends on it. */
    readonly after?: string
  }
  /** Options with a value that precede the word. */
  readonly given: Readonly<Partial<Record<OptionName, string>>>
}

/** The words before the current one, parsed leniently: errors are reported only when the command runs. */
interface Before {
  readonly positionals: readonly string[]
  readonly given: Readonly<Partial<Record<OptionName, string>>>
  /** Option that takes the current word as its value. */
  readonly open?: OptionName
  /** Whether `--` was seen, after which everything is a parameter. */
  readonly isLiteral: boolean
}

/** Returns the completions of `current` after `words`, which exclude the program's name. */
export function completeWords(program: ProgramSpec, words: readonly string[], current: string): WordCompletion {
  const before = readBefore(words)
  const { open, given, positionals, isLiteral } = before
  const isOption = current.startsWith('-') && !isLiteral
  const mustTake = open !== undefined && optionSpec(open).value !== 'optional-text'
  if (open !== undefined && (mustTake || !isOption)) return { candidates: [], given, ...valuesOf(open, '') }
  const inline = /^--([a-z-]+)=/.exec(current)
  if (isOption && inline?.[1] && isOptionName(inline[1])) {
    return { candidates: [], given, ...valuesOf(inline[1], inline[0]) }
  }
  const command = commandAt(program, positionals)
  if (isOption) return { candidates: optionsOf(command), given }
  return { candidates: commandsAfter(program.commands, positionals), given, ...parameterOf(command, positionals) }
}

function readBefore(words: readonly string[]): Before {
  const positionals: string[] = []
  const given: Partial<Record<OptionName, string>> = {}
  let open: OptionName | undefined
  for (const [index, word] of words.entries()) {
    const name = optionNamed(word)
    if (word === '--') return { positionals: [...positionals, ...words.slice(index + 1)], given, isLiteral: true }
    const [, inline, text = ''] = /^--([a-z-]+)=(.*)$/s.exec(word) ?? []
    if (open !== undefined && (name === undefined || optionSpec(open).value !== 'optional-text')) {
      given[open] = word
      open = undefined
    } else if (inline !== undefined) {
      if (isOptionName(inline)) given[inline] = text
    } else if (name !== undefined) open = optionSpec(name).value === undefined ? undefined : name
    else if (!word.startsWith('-')) positionals.push(word)
  }
  return { positionals, given, isLiteral: false, ...(open !== undefined && { open }) }
}

function valuesOf(name: OptionName, prefix: string): Pick<WordCompletion, 'values'> {
  const { choices, completes = choices } = optionSpec(name)
  return completes === undefined ? {} : { values: { kind: completes, prefix } }
}

/** Returns the command with the longest path that the words start with. */
function commandAt({ commands }: ProgramSpec, positionals: readonly string[]): CommandSpec | undefined {
  const matching = commands
    .filter(({ path }) => path !== '' && pathOf(path).every((word, index) => word === positionals[index]))
    .sort((left, right) => right.path.length - left.path.length)
  return matching[0] ?? (positionals.length === 0 ? commands.find(({ path }) => path === '') : undefined)
}

function optionsOf(command: CommandSpec | undefined): readonly Candidate[] {
  const own = (command?.passedOptions ?? []).map((word) => ({ word }))
  const known = [...(command?.options ?? []), ...globalOptionNames].map((name) => ({
    word: `--${name}`,
    description: optionSpec(name).description,
  }))
  return [...own, ...known]
}

function commandsAfter(commands: readonly CommandSpec[], positionals: readonly string[]): readonly Candidate[] {
  const found = new Map<string, string>()
  for (const { path, summary, isHidden } of commands) {
    const words = pathOf(path)
    const word = words[positionals.length]
    if (isHidden || word === undefined || !positionals.every((given, index) => given === words[index])) continue
    const isGroup = words.length > positionals.length + 1
    const known = found.get(word)
    if (isGroup) found.set(word, known === undefined ? (words.at(-1) ?? '') : `${known}, ${words.at(-1)}`)
    else found.set(word, summary)
  }
  return [...found].map(([word, description]) => ({ word, description }))
}

function parameterOf(command: CommandSpec | undefined, positionals: readonly string[]): Pick<WordCompletion, 'values'> {
  const { completes = [], parameters = [], path = '' } = command ?? {}
  const place = positionals.length - pathOf(path).length
  const isOpen = parameters.at(-1)?.includes('...') === true && place >= parameters.length
  const kind = isOpen ? completes[parameters.length - 1] : completes[place]
  if (kind === undefined) return {}
  const after = kind === 'setting-value' ? positionals.at(-1) : undefined
  return { values: { kind, prefix: '', ...(after !== undefined && { after }) } }
}

function pathOf(path: string): readonly string[] {
  return path === '' ? [] : path.split(' ')
}
