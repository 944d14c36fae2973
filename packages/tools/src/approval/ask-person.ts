import type { ApprovalAnswer, ApprovalRequest, Approve, Logger } from '@hermes/core'
import type { GateRequest, GateVerdict } from '../gate.js'
import { defaultLimits } from '../limits.js'
import { withinLimit } from '../until.js'
import { answerInTime } from './answer-in-time.js'
import type { AssessedCall } from './assess-call.js'
import { block } from './block.js'
import { createSessionGrants } from './session-grants.js'

export interface AskPersonOptions {
  readonly approve?: Approve
  readonly timeoutMs: number
  readonly logger: Logger
}

/** Puts a flagged call to a person, unless that person has allowed its kind for the session. */
export type AskPerson = (request: GateRequest, call: AssessedCall, signal: AbortSignal) => Promise<GateVerdict>

export function createAsk({ approve = denyAll, timeoutMs, logger }: AskPersonOptions): AskPerson {
  const grants = createSessionGrants()
  const tell = async (name: string, hook: (() => Promise<void> | void) | undefined) => {
    try {
      if (hook) await withinLimit(Promise.resolve(hook()), defaultLimits.hookTimeoutMs, `The hook ${name}`)
    } catch (error) {
      logger.log('warn', `The hook ${name} failed.`, { error: String(error) })
    }
  }

  return async (gateRequest, call, signal) => {
    const { sessionId, run, hooks } = gateRequest
    const { reasons } = call.assessment
    if (grants.cover(sessionId, reasons)) return { allowed: true }
    const request = toRequest(gateRequest, call)
    const { pre_approval_request: before, post_approval_response: after } = hooks ?? {}
    await tell('pre_approval_request', before && (() => before(request)))
    const ask = (limited: AbortSignal) => approve(request, { signal: limited, ...(run && { run }) })
    const answer =
      (await answerInTime(ask, timeoutMs, signal)) ?? ({ decision: 'deny', unanswered: 'too-late' } as const)
    await tell('post_approval_response', after && (() => after({ request, answer })))
    if (answer.decision === 'deny') return block(...denial(answer, reasons))
    if (answer.decision === 'session') grants.add(sessionId, reasons)
    return { allowed: true }
  }
}

const denyAll: Approve = async () => ({ decision: 'deny', unanswered: 'nobody' })

function toRequest({ sessionId, tool, args }: GateRequest, call: AssessedCall): ApprovalRequest {
  const { subject, workingDirectory, assessment } = call
  return {
    sessionId,
    tool: tool.name,
    args,
    subject,
    ...(workingDirectory !== undefined && { workingDirectory }),
    reasons: assessment.reasons,
  }
}

type Denial = Extract<ApprovalAnswer, { readonly decision: 'deny' }>

const unansweredSentences = {
  nobody: 'It needs a person’s approval, and there is nobody to ask.',
  'too-late': 'A person was asked to approve it and did not answer in time.',
  withdrawn: 'A person was asked to approve it, and the question was withdrawn.',
} as const

function denial(answer: Denial, reasons: readonly string[]): readonly string[] {
  if ('unanswered' in answer) return [...reasons, unansweredSentences[answer.unanswered]]
  const said = answer.reason ? [`The user says: ${answer.reason}`] : []
  return ['The user was asked and did not allow it.', ...said]
}
