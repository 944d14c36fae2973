import type { AgentEvent, SubagentRunEvent } from '@hermes/core'

/** Minimum length of a forwarded text chunk, in characters. */
const leastPiece = 400

/**
 * Forwards the events of a child to its parent's stream. Text is forwarded in a few large chunks, before the next
 * event; tool-call deltas are dropped.
 */
export function forwardEvents(
  child: Omit<SubagentRunEvent, 'type' | 'event'>,
  emit: (event: SubagentRunEvent) => void,
): (event: AgentEvent) => void {
  let piece: Delta | undefined
  const show = (event: AgentEvent) => emit({ type: 'subagent-event', ...child, event })
  const flush = () => {
    if (piece) show(piece)
    piece = undefined
  }
  return (event) => {
    if (event.type === 'tool-call-delta') return
    if (!isDelta(event)) {
      flush()
      show(event)
      return
    }
    if (piece && piece.type !== event.type) flush()
    piece = { type: event.type, text: (piece?.text ?? '') + event.text }
    if (piece.text.length >= leastPiece) flush()
  }
}

type Delta = Extract<AgentEvent, { readonly type: 'text-delta' | 'reasoning-delta' }>

function isDelta(event: AgentEvent): event is Delta {
  return event.type === 'text-delta' || event.type === 'reasoning-delta'
}
