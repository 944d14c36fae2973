import { type CommandContext, type CommandTable, completeLine } from '@hermes/conversations/commands'
import type { Suggest, Suggestions } from './input/completion-menu.js'

/** Suggests commands and their arguments, and the files of mentions. */
export function completeInput(
  table: CommandTable,
  context: () => CommandContext,
  suggestFiles: (query: string) => Promise<readonly string[]>,
): Suggest {
  return (before) => {
    if (/^\/[^\n]*$/.test(before)) return suggestCommands(table, before, context())
    const mention = /(?:^|\s)@(\S*)$/.exec(before)?.[1]
    return mention === undefined ? undefined : suggestMentions(before.length - mention.length, mention, suggestFiles)
  }
}

async function suggestCommands(table: CommandTable, before: string, context: CommandContext): Promise<Suggestions> {
  const { start, completions } = await completeLine(table, before, context)
  // A complete text needs no menu.
  return { start, choices: completions.filter(({ text }) => text !== before.slice(start)) }
}

async function suggestMentions(
  start: number,
  query: string,
  suggestFiles: (query: string) => Promise<readonly string[]>,
): Promise<Suggestions> {
  const files = await suggestFiles(query)
  return { start, choices: files.map((text) => ({ text: `${mentionOf(text)} ` })) }
}

/** A path with spaces is quoted. */
function mentionOf(path: string): string {
  return /\s/.test(path) ? `"${path}"` : path
}
