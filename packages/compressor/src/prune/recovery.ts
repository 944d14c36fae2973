import type { ToolDefinition } from '@hermes/core'

/** How the executor names the file that holds the whole of a long result. */
const spillName = /output-[\w-]{1,100}\.txt/
const longestFolder = 300

/** How the model gets at a result that is no longer there: one clause. */
export function recoveryOf(text: string, tools: readonly ToolDefinition[]): string {
  const file = spillFileIn(text)
  if (file) return `all of it is in ${file}`
  return tools.some(({ name }) => name === 'session_search')
    ? 'session_search finds it in the earlier part of this session'
    : 'it is kept in the earlier part of this session'
}

/** The name is looked for first: results are long, and a folder may be anything. */
function spillFileIn(text: string): string | undefined {
  const found = spillName.exec(text)
  if (!found) return undefined
  const before = text.slice(Math.max(0, found.index - longestFolder), found.index)
  return (before.split(/[\s"'\\]/).at(-1) ?? '') + found[0]
}
