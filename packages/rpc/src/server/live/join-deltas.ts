import type { SessionEvent } from '../events/to-session-event.js'

type Delta = Extract<SessionEvent, { readonly type: 'message.delta' | 'reasoning.delta' | 'tool.generating' }>

/** Whether an event is a piece of a model's output. */
export function isDelta(event: SessionEvent): event is Delta {
  return event.type === 'message.delta' || event.type === 'reasoning.delta' || event.type === 'tool.generating'
}

/** Joins consecutive pieces of the same text into one, with the cursor of the last. */
export function joinDeltas(events: readonly SessionEvent[]): readonly SessionEvent[] {
  const joined: SessionEvent[] = []
  for (const event of events) {
    const last = joined.at(-1)
    const both = last && joinTwo(last, event)
    if (both) joined[joined.length - 1] = both
    else joined.push(event)
  }
  return joined
}

function joinTwo(first: SessionEvent, second: SessionEvent): SessionEvent | undefined {
  if (first.turnId !== second.turnId) return undefined
  if (first.type === 'tool.generating' && second.type === 'tool.generating') {
    const { index, argumentsText } = first.payload
    if (index !== second.payload.index) return undefined
    // The name comes with the first piece, whether or not that has arguments.
    const payload = { ...second.payload, ...first.payload, argumentsText: argumentsText + second.payload.argumentsText }
    return { ...second, payload }
  }
  if (first.type === 'message.delta' && second.type === 'message.delta') {
    return { ...second, payload: { text: first.payload.text + second.payload.text } }
  }
  if (first.type === 'reasoning.delta' && second.type === 'reasoning.delta') {
    return { ...second, payload: { text: first.payload.text + second.payload.text } }
  }
  return undefined
}
