import type { AgentEvent } from '@hermes/core'
import type { ToolProgress } from './tool-progress-schema.js'

export type ToolEdge = Extract<AgentEvent, { type: 'tool-start' | 'tool-end' }>

/** Returns the start or end of a tool call. */
export function toolProgress(event: ToolEdge): ToolProgress {
  const { id, function: called } = event.call
  if (event.type === 'tool-start') return { id, name: called.name, status: 'running' }
  const status = event.isError ? 'failed' : 'completed'
  return { id, name: called.name, status, duration_ms: event.durationMs }
}
