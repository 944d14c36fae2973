import type { Message, ToolDefinition } from '@hermes/core'

/**
 * Returns placeholder definitions for the tools that a history calls. Providers reject calls and results in a request
 * without tools, such as a request for a summary.
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

/** Replaces characters that the provider does not accept in tool names, because the model may have invented the name. */
export function toLegalName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unknown_tool'
}
