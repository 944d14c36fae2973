import { type StoredMessage, type ToolCall, textOf } from '@hermes/core'
import type { RunEvent } from '../events/run-event-schema.js'

interface BegunCall {
  readonly name: string
  readonly atMs: number
}

/** Derives events from the stored messages of a turn. */
export class StoredMessageEvents {
  readonly #calls = new Map<string, BegunCall>()

  of({ message, finishReason, timestampMs: atMs }: StoredMessage): readonly RunEvent[] {
    switch (message.role) {
      case 'user':
        return [{ type: 'run.steered', text: textOf(message.content) }]
      case 'assistant': {
        const calls = (message.tool_calls ?? []).map((call) => this.#begin(call, atMs))
        return finishReason === 'interrupted'
          ? calls
          : [{ type: 'message.completed', content: message.content }, ...calls]
      }
      case 'tool': {
        const { tool_call_id: id } = message
        const begun = this.#calls.get(id)
        const type = finishReason === 'failed' ? 'tool.failed' : 'tool.completed'
        return [{ type, id, name: message.name ?? begun?.name ?? '', duration_ms: atMs - (begun?.atMs ?? atMs) }]
      }
      default:
        return []
    }
  }

  #begin({ id, function: { name, arguments: given } }: ToolCall, atMs: number): RunEvent {
    this.#calls.set(id, { name, atMs })
    return { type: 'tool.started', id, name, arguments: given }
  }
}
