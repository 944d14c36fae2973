import type { ToolDefinition } from '@hermes/core'

/** Estimates the tokens that a definition takes in each request. Providers count it as JSON. */
export function estimateDefinition({ name, description, parameters }: ToolDefinition): number {
  return Math.ceil(JSON.stringify({ name, description, parameters }).length / 4)
}
