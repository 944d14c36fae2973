import type { CallToolResult } from '@modelcontextprotocol/server'

/** Converts a value to the text of a result. */
export function toResult(value: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] }
}
