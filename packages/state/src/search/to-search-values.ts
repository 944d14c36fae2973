import { type Message, textOf } from '@hermes/core'
import type { MessageRow } from '../rows/schema.js'
import { toSearchText } from './to-search-text.js'

/** Columns that only the word index uses. */
export const searchColumns = ['search_text'] as const satisfies readonly (keyof MessageRow)[]

/** One value for each of {@link searchColumns}. */
export function toSearchValues(message: Message): readonly (string | null)[] {
  const toolCalls = message.role === 'assistant' && message.tool_calls ? JSON.stringify(message.tool_calls) : null
  return [toSearchText(message.role, textOf(message.content), toolCalls)]
}
