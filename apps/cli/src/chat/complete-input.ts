import { type CommandContext, type CommandTable, completeLine } from '@hermes/conversations/commands'
import type { Complete, Completion } from './input/edit-session.js'

/** Completes commands and their arguments, and no other text. */
export function completeInput(table: CommandTable, context: () => CommandContext): Complete {
  return (text) => (/^\/[^\n]*$/.test(text) ? complete(table, text, context()) : undefined)
}

async function complete(table: CommandTable, text: string, context: CommandContext): Promise<Completion> {
  const { start, completions } = await completeLine(table, text, context)
  const choices = completions.map((completion) => completion.text)
  const whole = choices.map((choice) => text.slice(0, start) + choice)
  const [only] = whole
  if (only === undefined) return { text, choices: [] }
  if (whole.length === 1) return { text: start === 0 ? `${only} ` : only, choices }
  const common = commonStart(whole)
  return { text: common.length > text.length ? common : text, choices }
}

function commonStart(texts: readonly string[]): string {
  const [first = ''] = texts
  let length = first.length
  while (!texts.every((text) => text.startsWith(first.slice(0, length)))) length -= 1
  return first.slice(0, length)
}
