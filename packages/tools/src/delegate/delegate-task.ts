import {
  alwaysRuns,
  defineTool,
  HermesError,
  type RunContext,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from '@hermes/core'
import { delegateSource } from '@hermes/core/sessions'
import type { RunningChildren, StartingChild } from '../running-children/running-children.js'
import type { BackgroundChildren } from './background-children.js'
import { type Child, toChild } from './child.js'
import { type ChildResult, toResultsJson } from './child-result.js'
import { ChildSlots } from './child-slots.js'
import type { DelegateLimits } from './child-task.js'
import { argumentsWith, toTasks } from './delegate-arguments.js'
import type { DelegateServices, DelegateToolsOptions } from './delegate-options.js'
import { type ChildScope, notStarted, runChild } from './run-child.js'
import { shortGoal } from './short-goal.js'
import { delegateTaskIdentity } from './tool-identities.js'

/** {@link DelegateToolsOptions} with defaults applied. */
export interface DelegateTaskOptions
  extends Required<Pick<DelegateToolsOptions, 'agentFor' | 'others' | 'session'>>,
    Pick<DelegateToolsOptions, 'ledger' | 'background'> {
  readonly limits: DelegateLimits
  readonly running: RunningChildren
  readonly services: DelegateServices
}

/** Creates the `delegate_task` tool. See `delegateTools`. */
export function delegateTaskTool({
  agentFor,
  limits,
  others,
  session,
  ledger,
  background,
  running,
  services,
}: DelegateTaskOptions): Tool {
  const slots = new ChildSlots(limits.maxConcurrent)
  const seed = { ...session, source: delegateSource }

  /** Never rejects. Resolves after the end of the child is stored. */
  async function work(child: Child, scope: ChildScope, signal: AbortSignal): Promise<ChildResult> {
    using tracked = running.track(toStarting(child, scope), signal)
    try {
      const { sessionId } = scope.parent
      const result = await slots.run(sessionId, tracked.signal, () => runChild(child, scope, tracked))
      await ledger?.end(child.session.id, result.status)
      return result
    } catch (reason) {
      return notStarted(child, reason, tracked.signal)
    }
  }

  async function waitFor(children: readonly Child[], scope: ChildScope, signal: AbortSignal): Promise<ToolOutcome> {
    const results = await Promise.all(children.map((child) => work(child, scope, signal)))
    for (const { sessionId } of results) if (sessionId !== undefined) await ledger?.close(sessionId)
    const json = toResultsJson(results, limits.answerChars)
    const isError = results.every(({ status }) => status !== 'completed')
    return { content: JSON.stringify(json), isError, display: json }
  }

  return defineTool({
    ...delegateTaskIdentity,
    description: describe(limits, background !== undefined),
    parameters: argumentsWith(others, limits),
    // Work done before a crash is not repeated. The model is informed, and checks before it delegates the task again.
    effect: 'once',
    concurrency: 'safe',
    // A child can delegate only when it has its own tool for that.
    delegable: false,
    assess: alwaysRuns,
    callsPerTurn: 50,
    async run(args, context) {
      const parent = runOf(context)
      const tasks = toTasks(args, limits, parent.depth)
      const children = await Promise.all(tasks.map(async (task) => toChild(task, await agentFor(task.request, parent))))
      const scope: ChildScope = { parent, callId: context.callId, limits, seed, ...services }
      // A child waits for its own children, because their results could not reach it after it has ended.
      if (!args.background || !background || parent.depth > 0) return waitFor(children, scope, context.signal)
      return leave(background, children, context, (child, signal) => work(child, scope, signal))
    },
  })
}

function toStarting({ task, session, tally: progress }: Child, { parent }: ChildScope): StartingChild {
  return { id: session.id, goal: shortGoal(task.goal), progress, parent }
}

async function leave(
  background: BackgroundChildren,
  children: readonly Child[],
  { sessionId }: ToolContext,
  work: (child: Child, signal: AbortSignal) => Promise<ChildResult>,
): Promise<string> {
  const conversation = await background.ledger.conversationOf(sessionId)
  const started = children.map((child) => background.start(conversation, child, (signal) => work(child, signal)))
  const note =
    'They run in the background. A later message tells you when they have ended; to query, wait or stop: delegations.'
  return JSON.stringify({ started: started.map(({ id, goal }) => ({ id, goal })), note })
}

function runOf({ run }: ToolContext): RunContext {
  if (run) return run
  throw new HermesError('delegate/no-run', 'Only an agent can delegate tasks: no run made this call.')
}

function describe({ maxConcurrent }: DelegateLimits, hasBackground: boolean): string {
  return [
    'Delegate independent parts, or work that would fill your conversation with detail, to agents with your tools.',
    `One goal, or up to ${maxConcurrent} tasks. They know only goal and context and cannot ask; you get the last message of each. Verify what matters.`,
    ...(hasBackground ? [] : ['Calls return when all is done, also with background.']),
  ].join(' ')
}
