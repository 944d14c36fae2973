import {
  alwaysRuns,
  defineTool,
  HermesError,
  type JsonObject,
  type SessionId,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from '@hermes/core'
import { untilAborted } from '@hermes/safety'
import * as z from 'zod'
import type { BackgroundChild, BackgroundChildren } from './background-children.js'
import { toJson } from './child-result.js'
import type { DelegateLimits } from './child-task.js'
import type { DelegateServices } from './delegate-options.js'
import { storedToJson } from './report-children.js'
import { delegationsIdentity } from './tool-identities.js'

export interface DelegationsOptions {
  readonly background: BackgroundChildren
  readonly limits: Pick<DelegateLimits, 'answerChars'>
  readonly services: Pick<DelegateServices, 'startTimer'>
}

const parameters = z.object({
  action: z.enum(['list', 'wait', 'stop']).describe('wait: until they end, with their answers.'),
  ids: z.array(z.string()).min(1).optional().describe('Default: all running.'),
  timeout_seconds: z.number().positive().max(3600).optional().describe('For wait.'),
})

/** Creates the `delegations` tool, which manages the background tasks of a session. */
export function delegationsTool({ background, limits, services }: DelegationsOptions): Tool {
  const { ledger } = background

  async function list(conversation: SessionId): Promise<ToolOutcome> {
    const stored = (await ledger.children(conversation)).filter(({ id }) => !background.has(id))
    const share = Math.floor(limits.answerChars / Math.max(1, stored.length))
    const delegations = [
      ...background.of(conversation).map(toState),
      ...stored.map((child) => storedToJson(child, Math.min(share, 500))),
    ]
    return { content: JSON.stringify({ delegations }), origins: stored.flatMap(({ origins }) => origins) }
  }

  /** Resolves when all children have ended or the time limit is reached. */
  async function waitFor(children: readonly BackgroundChild[], signal: AbortSignal, limitMs?: number) {
    const all = Promise.all(children.map(({ result }) => result)).then(() => undefined)
    if (limitMs === undefined) return untilAborted(all, signal)
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const cancel = services.startTimer(() => resolve(undefined), limitMs)
    await untilAborted(Promise.race([all, late]), signal).finally(cancel)
  }

  /** Returns the results and marks them as reported, because the model reads them here. */
  async function report(ids: readonly SessionId[], conversation: SessionId): Promise<ToolOutcome> {
    const children = background.of(conversation).filter(({ id }) => ids.includes(id))
    const share = Math.floor(limits.answerChars / Math.max(1, children.length))
    const ended = children.flatMap(({ ended: result }) => result ?? [])
    const told = children.filter(({ ended: result }) => result).map(({ id }) => id)
    for (const id of told) await ledger.close(id)
    background.markReported(told)
    const working = children.filter(({ ended: result }) => !result).map(toState)
    const results = ended.map((result) => toJson(result, share))
    const content = JSON.stringify({ results, ...(working.length > 0 && { still_working: working }) })
    return { content, origins: ended.flatMap(({ origins }) => origins) }
  }

  return defineTool({
    ...delegationsIdentity,
    description: 'Delegated tasks: list them, wait for their answers, or stop them.',
    parameters,
    effect: 'idempotent',
    concurrency: 'safe',
    changesFiles: false,
    assess: alwaysRuns,
    delegable: false,
    async run({ action, ids, timeout_seconds: limit }, { sessionId, signal }: ToolContext) {
      const conversation = await ledger.conversationOf(sessionId)
      if (action === 'list') return list(conversation)
      const chosen = choose(background.of(conversation), ids)
      if (action === 'stop')
        for (const { id } of chosen) background.stop(id, 'The agent that had started it stopped it.')
      await waitFor(chosen, signal, limit === undefined ? undefined : limit * 1000)
      return report(
        chosen.map(({ id }) => id),
        conversation,
      )
    },
  })
}

/** Returns the requested children. Default: those that run or are not reported. @throws {HermesError} `delegate/unknown`. */
function choose(children: readonly BackgroundChild[], ids?: readonly string[]): readonly BackgroundChild[] {
  if (!ids) return children.filter(({ ended, isReported }) => !ended || !isReported)
  const missing = ids.filter((id) => !children.some((child) => child.id === id))
  if (missing.length === 0) return children.filter(({ id }) => ids.includes(id))
  const sentence = `No task in the background has the id ${missing.join(', ')}: see the action list.`
  throw new HermesError('delegate/unknown', sentence)
}

function toState({ id, goal, tally, ended }: BackgroundChild): JsonObject {
  const { iterations, toolCalls, doing } = tally
  const state = ended ? { status: ended.status } : { status: 'running', doing }
  return { id, goal, ...state, iterations, tool_calls: toolCalls }
}
