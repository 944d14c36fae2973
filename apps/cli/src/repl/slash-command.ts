import { didYouMean } from '../arguments/did-you-mean.js'
import type { Completion } from './edit-session.js'

/** What happens after a command. */
export type CommandResult = 'stay' | 'quit'

/** A line that begins with `/`. */
export interface ReplCommand<Context> {
  readonly name: string
  readonly aliases: readonly string[]
  /** What may follow the name: `[title]`. */
  readonly usage: string
  readonly description: string
  run(args: string, context: Context): Promise<CommandResult>
}

export type CommandLookup<Context> =
  | { readonly type: 'command'; readonly command: ReplCommand<Context>; readonly args: string }
  | { readonly type: 'unknown'; readonly message: string }

/** Whether a line is meant as a command: `/usr/bin is full` is not. */
export function isCommandLine(text: string): boolean {
  return /^\/[a-z?-]*(\s|$)/i.test(text)
}

/** Finds a command by its name, an alias, or the beginning of just one name. */
export function findReplCommand<Context>(
  commands: readonly ReplCommand<Context>[],
  line: string,
): CommandLookup<Context> {
  const [, name = '', args = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(line) ?? []
  const wanted = name.toLowerCase()
  const exact = commands.find((command) => command.name === wanted || command.aliases.includes(wanted))
  const begun = wanted === '' ? [] : commands.filter((command) => command.name.startsWith(wanted))
  const [only] = begun
  const command = exact ?? (begun.length === 1 ? only : undefined)
  if (command) return { type: 'command', command, args: args.trim() }
  if (begun.length > 1) {
    const names = begun.map((candidate) => `/${candidate.name}`).join(', ')
    return { type: 'unknown', message: `/${name} could be ${names}.` }
  }
  const names = commands.flatMap((candidate) => [candidate.name, ...candidate.aliases])
  const hint = didYouMean(
    `/${wanted}`,
    names.map((candidate) => `/${candidate}`),
  )
  return { type: 'unknown', message: `There is no command /${name}.${hint} /help lists them.` }
}

/** Completes the name of a command; nothing once its name is whole. */
export function completeCommand<Context>(
  commands: readonly ReplCommand<Context>[],
  text: string,
): Completion | undefined {
  const [, begun] = /^\/([a-z-]*)$/i.exec(text) ?? []
  if (begun === undefined) return undefined
  const choices = commands.map(({ name }) => name).filter((name) => name.startsWith(begun.toLowerCase()))
  const [only] = choices
  if (choices.length === 1 && only !== undefined) return { text: `/${only} `, choices }
  if (choices.length === 0) return { text, choices }
  return { text: `/${commonStart(choices)}`, choices: choices.map((name) => `/${name}`) }
}

function commonStart(names: readonly string[]): string {
  const [first = ''] = names
  let length = first.length
  while (!names.every((name) => name.startsWith(first.slice(0, length)))) length -= 1
  return first.slice(0, length)
}
