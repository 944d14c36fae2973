import type { ConversationEvent } from '@hermes/conversations'
import type { TurnOutcome } from '@hermes/core'
import type { Config } from '@hermes/runtime'
import { english, type Translate } from '@hermes/safety/language'
import type { TerminalSignals } from '../render/terminal-signals.js'

/** Shorter turns end while somebody still looks. */
const longTurnMs = 10_000

const endings: Readonly<Record<TurnOutcome['status'], string>> = {
  completed: english`The turn has ended.`,
  exhausted: english`The turn: exhausted.`,
  halted: english`The turn: halted.`,
  interrupted: english`The turn: interrupted.`,
  failed: english`The turn: failed.`,
}

/** Rings the bell for events that happen while the terminal is not in focus, as configured. */
export function createAttention(
  signals: TerminalSignals,
  { bell_on_complete, bell_on_prompt }: Config['display'],
  t: Translate = english,
  now: () => number = Date.now,
): (event: ConversationEvent) => void {
  return (event) => {
    if (event.type === 'turn-done' && bell_on_complete && now() - event.turn.startedAtMs >= longTurnMs)
      signals.notify(t.of(endings[event.outcome.status]))
    if (event.type === 'agent' && event.event.type === 'question-open' && bell_on_prompt)
      signals.notify(t`Hermes has a question.`)
  }
}
