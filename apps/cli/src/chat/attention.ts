import type { ConversationEvent } from '@hermes/conversations'
import type { Config } from '@hermes/runtime'
import type { TerminalSignals } from '../render/terminal-signals.js'

/** Shorter turns end while somebody still looks. */
const longTurnMs = 10_000

/** Rings for what happens while nobody looks, as far as the settings want it. */
export function createAttention(
  signals: TerminalSignals,
  { bell_on_complete, bell_on_prompt }: Config['display'],
  now: () => number = Date.now,
): (event: ConversationEvent) => void {
  return (event) => {
    if (event.type === 'turn-done' && bell_on_complete && now() - event.turn.startedAtMs >= longTurnMs)
      signals.notify(
        event.outcome.status === 'completed' ? 'The turn has ended.' : `The turn: ${event.outcome.status}.`,
      )
    if (event.type === 'agent' && event.event.type === 'question-open' && bell_on_prompt)
      signals.notify('Hermes has a question.')
  }
}
