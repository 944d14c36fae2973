import { type CommandContext, type CommandTable, completeLine } from '@hermes/conversations/commands'
import { english, type Translate } from '@hermes/safety/language'
import type { Suggest, Suggestions } from './input/completion-menu.js'

/** Suggests commands, their arguments, and files to mention. */
export function completeInput(
  table: CommandTable,
  context: () => CommandContext,
  suggestFiles: (query: string) => Promise<readonly string[]>,
  t: Translate = english,
): Suggest {
  return (before) => {
    if (/^\/[^\n]*$/.test(before)) return suggestCommands(table, before, { context: context(), t })
    const mention = /(?:^|\s)@(\S*)$/.exec(before)?.[1]
    return mention === undefined ? undefined : suggestMentions(before.length - mention.length, mention, suggestFiles)
  }
}

async function suggestCommands(
  table: CommandTable,
  before: string,
  { context, t }: { readonly context: CommandContext; readonly t: Translate },
): Promise<Suggestions> {
  const { start, completions } = await completeLine(table, before, context)
  // A text that is already complete needs no menu.
  const others = completions.filter(({ text }) => text !== before.slice(start))
  return {
    start,
    choices: others.map(({ text, detail }) => ({ text, ...(detail !== undefined && { detail: t.of(detail) }) })),
  }
}

async function suggestMentions(
  start: number,
  query: string,
  suggestFiles: (query: string) => Promise<readonly string[]>,
): Promise<Suggestions> {
  const files = await suggestFiles(query)
  return { start, choices: files.map((text) => ({ text: `${mentionOf(text)} ` })) }
}

/** Quotes a path that contains spaces. */
function mentionOf(path: string): string {
  return /\s/.test(path) ? `"${path}"` : path
}
