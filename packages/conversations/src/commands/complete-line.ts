import type { CommandContext, CommandTable, Completion } from './command.js'

/** Completions of a line that starts with `/`. */
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
  return table
    .list(surface, person)
    .filter(({ name }) => name.startsWith(wanted))
    .map(({ name, description }) => ({ text: `/${name}`, detail: description }))
}
