import type { CallToolResult } from '@modelcontextprotocol/server'

/** A value as the text of a result. */
export function toResult(value: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] }
}
