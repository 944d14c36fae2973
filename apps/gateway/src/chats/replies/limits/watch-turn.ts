import type { AgentEvent } from '@hermes/core'
import type { StartTimer } from '@hermes/core/questions'

/** How long a turn may make no progress, in milliseconds. `Infinity`: no limit. */
export interface TurnLimits {
  /** Time without progress after which people get a notice, in milliseconds. */
  readonly noticeMs: number
  /** Time without progress after which the turn is stuck, in milliseconds. */
  readonly stuckMs: number
  /** Replaces `stuckMs` while a tool is running, in milliseconds. */
  readonly stuckToolMs: number
}

export interface TurnWatchOptions {
  readonly limits: TurnLimits
  /** Called once per period without progress. */
  readonly onQuiet: (quietMs: number) => void
  /** Called once, when the turn is stuck. The watch ends then. */
  readonly onStuck: (quietMs: number) => void
  /** A monotonic clock. Default: the clock of the process. */
  readonly now?: () => number
  /** Default: the timers of the process. */
  readonly startTimer?: StartTimer
}

export interface TurnWatch {
  see(event: AgentEvent): void
  stop(): void
}

/** Watches a turn. Every event counts as progress. Time in which the turn waits for a person does not count. */
export function watchTurn(options: TurnWatchOptions): TurnWatch {
  const { limits, onQuiet, onStuck, now = () => performance.now(), startTimer = start } = options
  const tools = new Set<string>()
  const questions = new Set<string>()
  let lastMs = now()
  let isTold = false
  let isOver = false
  let cancel = (): void => undefined

  function stop(): void {
    isOver = true
    cancel()
  }

  /** Deltas only record the time. A single timer is reset to the remaining time. */
  function check(): void {
    cancel()
    if (isOver || questions.size > 0) return
    const quietMs = now() - lastMs
    const stuckMs = tools.size > 0 ? limits.stuckToolMs : limits.stuckMs
    if (quietMs >= stuckMs) {
      stop()
      onStuck(stuckMs)
      return
    }
    if (!isTold && quietMs >= limits.noticeMs) {
      isTold = true
      onQuiet(limits.noticeMs)
    }
    const nextMs = isTold ? stuckMs : Math.min(limits.noticeMs, stuckMs)
    if (nextMs < Number.POSITIVE_INFINITY) cancel = startTimer(check, Math.ceil(nextMs - quietMs))
  }

  /** @returns whether the next check might now come too late. */
  function note(event: AgentEvent): boolean {
    switch (event.type) {
      case 'tool-start':
        tools.add(event.call.id)
        return true
      case 'tool-end':
        tools.delete(event.call.id)
        return true
      case 'question-open':
        questions.add(event.question.id)
        return true
      case 'question-settled':
        questions.delete(event.question.id)
        return true
      default:
        return isTold
    }
  }

  check()
  return {
    see(event) {
      lastMs = now()
      const mustCheck = note(innermost(event))
      isTold = false
      if (mustCheck) check()
    },
    stop,
  }
}

const start: StartTimer = (callback, delayMs) => {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}

/** Sub-agents also ask people. */
function innermost(event: AgentEvent): AgentEvent {
  return event.type === 'subagent-event' ? innermost(event.event) : event
}
