import { type AgentEvent, describeError, type Run, type TurnOutcome } from '@hermes/core'
import type { StartTimer } from '@hermes/core/questions'
import type { DelegateLimits } from './child-task.js'
import { watchProgress } from './watch-progress.js'

export interface FollowOptions {
  /** Interrupts the run when aborted. */
  readonly signal: AbortSignal
  readonly limits: Pick<DelegateLimits, 'idleMs' | 'toolIdleMs' | 'stallGraceMs' | 'interruptGraceMs'>
  readonly startTimer: StartTimer
  see(event: AgentEvent): void
  /** Returns whether the run waits for a person to resume it. */
  isHeld(): boolean
}

/** Outcome of a child's run. `stalled` when it made no progress and was stopped. */
export type FollowedOutcome = TurnOutcome | { readonly status: 'stalled'; readonly reason: string }

/** Follows a run to its end. Stops a run without progress, and abandons one that ignores the stop. */
export async function followRun(run: Run, options: FollowOptions): Promise<FollowedOutcome> {
  const { signal, limits, startTimer, see, isHeld } = options
  const abandoned = Promise.withResolvers<FollowedOutcome>()
  let stall: string | undefined
  let isOver = false
  let cancelGrace = (): void => undefined

  const giveUpIn = (graceMs: number, outcome: FollowedOutcome) => {
    watch.stop()
    cancelGrace()
    cancelGrace = startTimer(() => abandoned.resolve(outcome), graceMs)
  }
  const watch = watchProgress({
    limits,
    startTimer,
    isHeld,
    onQuiet: (quietMs) => see({ type: 'notice', code: 'subagent-quiet', text: `No progress for ${seconds(quietMs)}.` }),
    onStall(quietMs) {
      stall = `It was stopped after making no progress for ${seconds(quietMs)}.`
      giveUpIn(limits.stallGraceMs, { status: 'stalled', reason: `${stall} It did not react to that.` })
      run.interrupt(stall)
    },
  })
  const leave = () => giveUpIn(limits.interruptGraceMs, { status: 'interrupted', reason: describeError(signal.reason) })
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()

  const read = async (): Promise<FollowedOutcome> => {
    for await (const event of run) {
      if (isOver) continue
      watch.see(event)
      see(event)
    }
    const { outcome } = await run.result
    return outcome.status === 'interrupted' && stall !== undefined ? { status: 'stalled', reason: stall } : outcome
  }
  try {
    return await Promise.race([read(), abandoned.promise])
  } finally {
    isOver = true
    watch.stop()
    cancelGrace()
    signal.removeEventListener('abort', leave)
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} seconds`
}
