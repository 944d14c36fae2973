import type { Message, ToolDefinition } from '@hermes/core'

/**
 * Stand-ins for the tools that a history has calls of. The provider refuses calls and results in a request that defines
 * no tools, such as one for a summary.
 */
export function usedTools(messages: readonly Message[]): readonly ToolDefinition[] {
  const names = new Set<string>()
  for (const message of messages) {
    if (message.role !== 'assistant') continue
    for (const call of message.tool_calls ?? []) names.add(toLegalName(call.function.name))
  }
  return [...names].map((name) => ({
    name,
    description: 'Was there earlier in the conversation and is not any more.',
    parameters: { type: 'object' },
  }))
}

/** The provider's alphabet for names; a model may have made one up. */
export function toLegalName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unknown_tool'
}
