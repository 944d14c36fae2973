import type { CommandContext, CommandTable, Completion } from './command.js'

/** Completions for a line that starts with `/`. */
export interface LineCompletion {
  /** The start of the part that a completion replaces. */
  readonly start: number
  readonly completions: readonly Completion[]
}

/** Completes the name of a command, or its arguments after a complete name. */
export async function completeLine(
  table: CommandTable,
  line: string,
  context: CommandContext,
): Promise<LineCompletion> {
  const [, name = '', space] = /^\/(\S*)(\s+)?/.exec(line) ?? []
  if (space === undefined) return { start: 0, completions: completeName(table, name, context) }
  const found = table.find(line, context.surface, context.person)
  const start = 1 + name.length + space.length
  if (found.type !== 'command' || !found.command.complete) return { start, completions: [] }
  return { start, completions: await found.command.complete(line.slice(start), context) }
}

function completeName(
  table: CommandTable,
  begun: string,
  { surface, person }: Pick<CommandContext, 'surface' | 'person'>,
): readonly Completion[] {
  const wanted = begun.toLowerCase().replaceAll('_', '-')
  const commands = table.list(surface, person)
  const begin = commands.filter(({ name }) => name.startsWith(wanted))
  const found = begin.length > 0 ? begin : closest(commands, wanted)
  return found.map(({ name, description }) => ({ text: `/${name}`, detail: description }))
}

/**
 * Returns the commands that contain the letters in order: first those that start with them, then those in which they are closest
 * together.
 */
function closest<Named extends { readonly name: string }>(
  commands: readonly Named[],
  letters: string,
): readonly Named[] {
  return commands
    .flatMap((command) => {
      const span = spanOf(letters, command.name)
      return span === undefined ? [] : [{ command, span, isLike: command.name.startsWith(letters.slice(0, 1)) }]
    })
    .toSorted(
      (left, right) =>
        Number(right.isLike) - Number(left.isLike) ||
        left.span - right.span ||
        left.command.name.length - right.command.name.length,
    )
    .map(({ command }) => command)
}

/**
 * Returns the length of the part of a name that the letters span; `undefined` if the name does not contain them in this
 * order.
 */
function spanOf(letters: string, name: string): number | undefined {
  let [first, last] = [-1, -1]
  for (const letter of letters) {
    last = name.indexOf(letter, last + 1)
    if (last < 0) return undefined
    if (first < 0) first = last
  }
  return last - first
}
