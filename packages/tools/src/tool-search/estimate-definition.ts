import type { ToolDefinition } from '@hermes/core'

/** Tokens that a definition costs in each request, about: providers count it as the JSON that it is. */
export function estimateDefinition({ name, description, parameters }: ToolDefinition): number {
  return Math.ceil(JSON.stringify({ name, description, parameters }).length / 4)
}
