import type { ToolDefinition } from '@hermes/core'

/** How the executor names the file that holds the whole of a long result. */
const spillFile = /[^\s"'\\]*output-[\w-]+\.txt/

/** How the model gets at a result that is no longer there: one clause. */
export function recoveryOf(text: string, tools: readonly ToolDefinition[]): string {
  const file = spillFile.exec(text)?.[0]
  if (file) return `all of it is in ${file}`
  return tools.some(({ name }) => name === 'session_search')
    ? 'session_search finds it in the earlier part of this session'
    : 'it is kept in the earlier part of this session'
}
