import type { ConversationEvent } from '@hermes/conversations'
import type { TurnOutcome } from '@hermes/core'
import type { Config } from '@hermes/runtime'
import { english, type Translate } from '@hermes/safety/language'
import type { TerminalSignals } from '../../render/screen/terminal-signals.js'

/** Shorter turns end while the user is still looking, in milliseconds. */
const longTurnMs = 10_000

const endings: Readonly<Record<TurnOutcome['status'], string>> = {
  completed: english`The turn has ended.`,
  exhausted: english`The turn: exhausted.`,
  halted: english`The turn: halted.`,
  interrupted: english`The turn: interrupted.`,
  failed: english`The turn: failed.`,
}

/** Rings the bell for events while the terminal is out of focus, as configured. */
export interface Attention {
  turnEnded(status: TurnOutcome['status'], tookMs: number): void
  asked(): void
}

export function createAttention(
  signals: Pick<TerminalSignals, 'notify'>,
  { bell_on_complete, bell_on_prompt }: Config['display'],
  t: Translate = english,
): Attention {
  return {
    turnEnded(status, tookMs) {
      if (bell_on_complete && tookMs >= longTurnMs) signals.notify(t.of(endings[status]))
    },
    asked() {
      if (bell_on_prompt) signals.notify(t`Hermes has a question.`)
    },
  }
}

/** Returns an event handler that calls for attention when a turn ends or a question opens. */
export function attend(
  attention: Attention,
  { now = Date.now }: { readonly now?: () => number } = {},
): (event: ConversationEvent) => void {
  return (event) => {
    if (event.type === 'turn-done') attention.turnEnded(event.outcome.status, now() - event.turn.startedAtMs)
    if (event.type === 'agent' && event.event.type === 'question-open') attention.asked()
  }
}
