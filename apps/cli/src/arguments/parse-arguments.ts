import { parseArgs } from 'node:util'
import { english } from '@hermes/safety/language'
import { UsageError } from '../usage-error.js'
import type { CommandSpec, ProgramSpec } from './command-spec.js'
import { missingCommands } from './missing-commands.js'
import {
  globalOptionNames,
  isOptionName,
  type OptionName,
  type OptionValues,
  optionNamed,
  optionSpec,
  options,
} from './options/options.js'

/** A parsed command line. */
export interface Invocation {
  readonly command: CommandSpec
  readonly values: OptionValues
  /** Words after the command's path. */
  readonly parameters: readonly string[]
}

/** A request for the help of all commands that start with a word, such as `hermes sessions --help`. */
export interface GroupHelp {
  readonly group: string
}

type Token = NonNullable<ReturnType<typeof tokenize>>[number]

/**
 * Parses a command line.
 * @throws {UsageError} for an unknown command or option, a missing value, an invalid number, or too many or too few words.
 */
export function parseArguments(program: ProgramSpec, args: readonly string[]): Invocation | GroupHelp {
  const handedOver = passThrough(program, args)
  if (handedOver) return handedOver
  const tokens = tokenize(args)
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  rejectMissing(words.slice(0, 2))
  rejectStrangers(tokens, optionsFor(program, words))
  const group = helpOfGroup(program, words, tokens)
  if (group !== undefined) return { group }
  const command = findCommand(program, words)
  const values = readOptions(command, tokens)
  const parameters = words.slice(wordsOf(command).length)
  if (!values.help && !values.version) checkParameters(program, command, parameters)
  return { command, values, parameters }
}

/** `gateway` parses its own options. Options before it belong to this program. */
function passThrough(program: ProgramSpec, args: readonly string[]): Invocation | undefined {
  const [first, second] = tokenize(args).filter((token) => token.kind === 'positional')
  const command = program.commands.find((candidate) => candidate.passThrough && candidate.path === first?.value)
  if (!command || !first) return undefined
  rejectMissing(args.slice(first.index, first.index + 2))
  // `gateway setup` is a command of this program.
  if (program.commands.some(({ path }) => path === `${first.value} ${second?.value}`)) return undefined
  const values = readOptions(command, tokenize(args.slice(0, first.index)))
  return { command, values, parameters: args.slice(first.index + 1) }
}

function tokenize(args: readonly string[]) {
  const config = Object.fromEntries(
    Object.keys(options)
      .filter(isOptionName)
      .map((name) => {
        const { short, value } = optionSpec(name)
        return [name, { type: value ? ('string' as const) : ('boolean' as const), ...(short ? { short } : {}) }]
      }),
  )
  const { tokens } = parseArgs({
    args: args.map((arg, index) => asWord(withoutValue(arg, args[index + 1]))),
    options: config,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  return tokens.map((token) =>
    token.kind === 'option-terminator' || token.value === undefined
      ? token
      : { ...token, value: token.value.replace(wordMark, '') },
  )
}

/** Marks words. No argument can contain this character. */
const wordMark = '\0'

/** No option is a number: `-1001234567890` is a Telegram group, not a cluster of short options. */
function asWord(arg: string): string {
  return /^-\d[\d:]*$/.test(arg) ? `${wordMark}${arg}` : arg
}

/** Turns `-c` before another option or at the end into `--continue=`, so that it does not take the next word as its value. */
function withoutValue(arg: string, next: string | undefined): string {
  const name = optionNamed(arg)
  if (!name || optionSpec(name).value !== 'optional-text') return arg
  return next === undefined || isFlag(next) ? `--${name}=` : arg
}

function isFlag(arg: string): boolean {
  return optionNamed(arg.split('=')[0] ?? arg) !== undefined || arg === '--'
}

/** Returns the command with the longest path that the words start with. The empty path matches everything. */
function longestMatch(program: ProgramSpec, words: readonly string[]): CommandSpec | undefined {
  const [command] = program.commands
    .filter((command) => wordsOf(command).every((word, index) => word === words[index]))
    .sort((left, right) => wordsOf(right).length - wordsOf(left).length)
  return command
}

/** Returns the options of the command that the words name, or all options if they name none. */
function optionsFor(program: ProgramSpec, words: readonly string[]): readonly string[] {
  const command = longestMatch(program, words)
  const isNone = command === undefined || (wordsOf(command).length === 0 && words.length > 0)
  return isNone ? Object.keys(options) : [...command.options, ...globalOptionNames]
}

function findCommand(program: ProgramSpec, words: readonly string[]): CommandSpec {
  const command = longestMatch(program, words)
  const isRoot = command === undefined || wordsOf(command).length === 0
  if (command && (!isRoot || words.length === 0)) return command
  throw unknownCommand(program, words)
}

function helpOfGroup(
  program: ProgramSpec,
  [group, ...rest]: readonly string[],
  tokens: readonly Token[],
): string | undefined {
  if (group === undefined || rest.length > 0) return undefined
  if (!tokens.some((token) => token.kind === 'option' && token.name === 'help')) return undefined
  const isCommand = program.commands.some(({ path }) => path === group)
  return !isCommand && commandsOf(program, group).length > 0 ? group : undefined
}

/** Returns the commands of a group: those whose path continues after this word. */
export function commandsOf(program: ProgramSpec, group: string): readonly CommandSpec[] {
  return program.commands.filter(({ path }) => path.startsWith(`${group} `))
}

function unknownCommand(program: ProgramSpec, words: readonly string[]): UsageError {
  const [first = '', second] = words
  const inGroup = commandsOf(program, first)
  if (inGroup.length > 0) {
    const names = inGroup.map((command) => wordsOf(command)[1] ?? '')
    const problem = second === undefined ? english`needs a command` : english`has no command "${second}"`
    return new UsageError(
      `\`${program.name} ${first}\` ${problem}. There are: ${names.join(', ')}.`,
      second === undefined ? undefined : { word: second, known: names },
    )
  }
  const shown = program.commands.filter(({ isHidden }) => !isHidden)
  const known = [...new Set(shown.flatMap((command) => wordsOf(command).slice(0, 1)))]
  const problem = english`There is no command "${first}". To ask the agent: ${program.name} -q "TEXT".`
  return new UsageError(problem, { word: first, known })
}

/**
 * Rejects a command of the Hermes Agent in Python that this program lacks. Runs before the options are checked, because they are unknown as well.
 * @param words The first two words of the command line.
 */
function rejectMissing(words: readonly string[]): void {
  for (const path of [words.join(' '), words[0] ?? '']) {
    if (!Object.hasOwn(missingCommands, path)) continue
    throw new UsageError(english`There is no command "${path}". ${missingCommands[path] ?? ''}`)
  }
}

function readOptions(command: CommandSpec, tokens: readonly Token[]): OptionValues {
  const known = [...command.options, ...globalOptionNames]
  const entries = tokens.flatMap((token) => {
    if (token.kind !== 'option') return []
    const name = known.find((candidate) => candidate === token.name)
    if (!name) throw new UsageError(`\`${command.path || 'chat'}\` has no option ${token.rawName}.`)
    return [[name, readValue(name, token)] as const]
  })
  return Object.fromEntries(entries)
}

/** An option that no command has points to the mistake better than the words around it. */
function rejectStrangers(tokens: readonly Token[], usable: readonly string[]): void {
  for (const token of tokens) {
    if (token.kind !== 'option' || isOptionName(token.name)) continue
    const known = usable.map((name) => `--${name}`)
    throw new UsageError(`There is no option ${token.rawName}.`, { word: token.rawName, known })
  }
}

function readValue(name: OptionName, token: Token & { readonly kind: 'option' }): string | number | true {
  const kind = optionSpec(name).value
  if (!kind) {
    if (token.value !== undefined) throw new UsageError(`${token.rawName} takes no value.`)
    return true
  }
  if (kind === 'optional-text') return token.value ?? ''
  const isMissing = token.value === undefined || (!token.inlineValue && isFlag(token.value))
  if (isMissing) throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${optionSpec(name).hint}.`)
  if (kind === 'number') return readNumber(token.rawName, token.value)
  if (kind === 'amount') return readAmount(token.rawName, token.value)
  return readChoice(token.rawName, token.value ?? '', optionSpec(name).choices)
}

function readChoice(rawName: string, text: string, choices: readonly string[] | undefined): string {
  if (!choices || choices.includes(text)) return text
  throw new UsageError(`${rawName} takes ${choices.join(', ')}, not "${text}".`, { word: text, known: choices })
}

function readNumber(rawName: string, text: string | undefined): number {
  if (text !== undefined && /^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`${rawName} takes a whole number of at least 0, not "${text}".`)
}

function readAmount(rawName: string, text: string | undefined): number {
  if (text !== undefined && /^(\d{1,9}|\d{0,9}\.\d{1,6})$/.test(text)) return Number(text)
  throw new UsageError(`${rawName} takes an amount of at least 0, such as 0.50, not "${text}".`)
}

function checkParameters(program: ProgramSpec, command: CommandSpec, given: readonly string[]): void {
  const expected = command.parameters ?? []
  const usage = [program.name, command.path, ...expected].filter(Boolean).join(' ')
  const required = expected.filter((parameter) => parameter.startsWith('<')).length
  const isOpen = expected.some((parameter) => parameter.includes('...'))
  if (given.length < required) throw new UsageError(`An argument is missing: ${usage}.`)
  if (given.length > expected.length && !isOpen) {
    const hint = command.options.includes('query') ? english` To ask the agent: ${program.name} -q "TEXT".` : ''
    throw new UsageError(`"${given[expected.length]}" is one word too many: ${usage}.${hint}`)
  }
}

function wordsOf(command: CommandSpec): readonly string[] {
  return command.path === '' ? [] : command.path.split(' ')
}
