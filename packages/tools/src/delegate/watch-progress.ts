import type { AgentEvent } from '@hermes/core'
import type { StartTimer } from '@hermes/core/questions'
import type { DelegateLimits } from './child-task.js'

export interface ProgressWatchOptions {
  readonly limits: Pick<DelegateLimits, 'idleMs' | 'toolIdleMs'>
  readonly startTimer: StartTimer
  /** Returns whether the run waits for a person to resume it. */
  readonly isHeld: () => boolean
  /** Called when most of the time has passed. */
  readonly onQuiet: (quietMs: number) => void
  /** Called once; the watch then ends. */
  readonly onStall: (quietMs: number) => void
}

export interface ProgressWatch {
  see(event: AgentEvent): void
  stop(): void
}

const warnAt = 0.8

/**
 * Watches an unattended run. Every event counts as progress. A run without events for too long is stalled, however long
 * it has run. The watch pauses during questions, which have their own deadlines, and restarts while a person has paused
 * the run.
 */
export function watchProgress({ limits, startTimer, isHeld, onQuiet, onStall }: ProgressWatchOptions): ProgressWatch {
  const tools = new Set<string>()
  const questions = new Set<string>()
  let isOver = false
  let cancel = (): void => undefined

  const stop = () => {
    isOver = true
    cancel()
  }
  const wait = () => {
    cancel()
    if (isOver || questions.size > 0) return
    const limitMs = tools.size > 0 ? limits.toolIdleMs : limits.idleMs
    const warnMs = limitMs * warnAt
    cancel = startTimer(() => {
      if (isHeld()) return wait()
      cancel = startTimer(() => {
        if (isHeld()) return wait()
        stop()
        onStall(limitMs)
      }, limitMs - warnMs)
      onQuiet(warnMs)
    }, warnMs)
  }

  wait()
  return {
    see(event) {
      if (event.type === 'tool-start') tools.add(event.call.id)
      if (event.type === 'tool-end') tools.delete(event.call.id)
      if (event.type === 'question-open') questions.add(event.question.id)
      if (event.type === 'question-settled') questions.delete(event.question.id)
      wait()
    },
    stop,
  }
}
