import type { AgentEvent, RunContext, SessionSeed, TurnOutcome } from '@hermes/core'
import { describeError } from '@hermes/core'
import { createReadOrigins } from '@hermes/core/origins'
import type { StartTimer } from '@hermes/core/questions'
import type { TrackedChild } from '../running-children/running-children.js'
import { capBudget } from './cap-budget.js'
import type { Child } from './child.js'
import { toCorrection, toPrompt } from './child-prompt.js'
import type { ChildResult, ChildStatus } from './child-result.js'
import type { ChildTally } from './child-tally.js'
import type { DelegateLimits } from './child-task.js'
import { type FollowedOutcome, followRun } from './follow-run.js'
import { forwardEvents } from './forward-events.js'
import { shortGoal } from './short-goal.js'

/** Values shared by the children of one call. */
export interface ChildScope {
  /** Run that made the call. */
  readonly parent: RunContext
  readonly callId: string
  readonly limits: DelegateLimits
  readonly seed: SessionSeed
  readonly startTimer: StartTimer
  /** Monotonic clock in milliseconds. */
  readonly monotonic: () => number
}

/** Runs a task in a separate session until its signal is aborted. Failures are results. */
export async function runChild(child: Child, scope: ChildScope, tracked: TrackedChild): Promise<ChildResult> {
  const { task, session, tally } = child
  const { signal } = tracked
  const { parent, callId, limits, seed, startTimer, monotonic } = scope
  const startedAt = monotonic()
  const goal = shortGoal(task.goal)
  const about = { sessionId: parent.sessionId, childSessionId: session.id, goal }
  // Everything that the child reads counts as read by the parent. The child's own record outlives the parent's turn.
  const origins = createReadOrigins(undefined, parent.origins)
  const budget = capBudget(parent.budget, limits.maxIterations)
  const untilResumed = (own: AbortSignal) => tracked.untilResumed(own)
  const context: RunContext = { ...parent, origins, budget, untilResumed }
  const forward = forwardEvents({ callId, childSessionId: session.id, goal }, (event) => parent.emit(event))
  const see = (event: AgentEvent) => {
    tally.see(event)
    forward(event)
  }
  const follow = async (input: string): Promise<FollowedOutcome> => {
    const run = session.run(input, { parent: context, session: seed, signal })
    tracked.follow(run)
    const outcome = await followRun(run, { signal, limits, startTimer, see, isHeld: tracked.isHeld })
    if (outcome.status !== 'completed') return outcome
    // Text from a person that arrived after the last tool results.
    const { undeliveredSteer } = await run.result
    return undeliveredSteer === undefined ? outcome : follow(undeliveredSteer)
  }

  await parent.hooks?.subagent_start?.(about)
  const { outcome, ...ending } = await finish(child, follow)
  await parent.hooks?.subagent_stop?.({ ...about, outcome: toTurnOutcome(outcome) })
  const { iterations, toolCalls, usage } = tally
  const durationMs = Math.max(0, monotonic() - startedAt)
  const told = { iterations, toolCalls, usage, durationMs, origins: origins.list() }
  const result = { index: task.index, goal, sessionId: session.id, ...told, ...ending }
  tell(result, parent)
  return result
}

/** Returns the result of a task that was canceled before its start or could not start. */
export function notStarted({ task, tally }: Child, reason: unknown, signal: AbortSignal): ChildResult {
  const { iterations, toolCalls, usage } = tally
  const status = signal.aborted ? 'interrupted' : 'failed'
  const problem = signal.aborted ? `It had not started. ${describeError(reason)}` : describeError(reason)
  const did = { iterations, toolCalls, usage, durationMs: 0, origins: [] }
  return { index: task.index, goal: shortGoal(task.goal), status, summary: '', problem, ...did }
}

interface Ending extends Pick<ChildResult, 'status' | 'summary' | 'output' | 'problem'> {
  /** Outcome of the latest turn. */
  readonly outcome: FollowedOutcome
}

/**
 * Runs the task, and requests a second answer when the first one does not match the schema. Keeps the text when the
 * second answer does not match either.
 */
async function finish({ task, tally }: Child, follow: (input: string) => Promise<FollowedOutcome>): Promise<Ending> {
  const outcome = await follow(toPrompt(task))
  if (outcome.status !== 'completed') return broken(outcome, tally)
  const { text: summary } = outcome
  if (!task.output) return { outcome, status: 'completed', summary }
  const read = task.output.read(summary)
  if (read.ok) return { outcome, status: 'completed', summary, output: read.value }
  const corrected = await follow(toCorrection(read.problem))
  if (corrected.status !== 'completed') return { ...broken(corrected, tally), summary }
  const again = task.output.read(corrected.text)
  const said = { outcome: corrected, summary: corrected.text }
  if (again.ok) return { ...said, status: 'completed', output: again.value }
  return { ...said, status: 'invalid-output', problem: again.problem }
}

function broken(outcome: Exclude<FollowedOutcome, { readonly status: 'completed' }>, { text }: ChildTally): Ending {
  const { status } = outcome
  switch (status) {
    case 'exhausted':
      return {
        outcome,
        status,
        summary: outcome.text,
        problem: 'Its budget was used up, so the task may be unfinished.',
      }
    case 'halted':
      return { outcome, status, summary: text, problem: outcome.text }
    case 'failed':
      return { outcome, status, summary: text, problem: describeError(outcome.error) }
    default:
      return { outcome, status, summary: text, problem: outcome.reason }
  }
}

function toTurnOutcome(outcome: FollowedOutcome): TurnOutcome {
  return outcome.status === 'stalled' ? { ...outcome, status: 'interrupted' } : outcome
}

const silent: readonly ChildStatus[] = ['completed', 'interrupted']

/** Reports a failure as a notice for surfaces that do not show children. */
function tell({ goal, status, problem = '' }: ChildResult, { emit }: RunContext): void {
  if (silent.includes(status)) return
  emit({
    type: 'notice',
    code: `subagent-${status}`,
    text: `The task "${goal}" was not completed (${status}). ${problem}`,
  })
}
