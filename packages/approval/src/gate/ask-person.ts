import type { ApprovalAnswer, ApprovalRequest, Approve, GateRequest, GateVerdict, Logger } from '@hermes/core'
import { withinLimit } from '@hermes/safety'
import { english } from '@hermes/safety/language'
import { block } from '../assess/block.js'
import { answerInTime } from './answer-in-time.js'

const hookTimeoutMs = 30_000

export interface AskPersonOptions {
  readonly approve?: Approve
  readonly timeoutMs: number
  readonly logger: Logger
}

/** Asks a person about a flagged call. Rejects with the reason of an aborted signal. */
export type AskPerson = (
  gateRequest: GateRequest,
  request: ApprovalRequest,
  signal: AbortSignal,
) => Promise<ApprovalAnswer>

export function createAsk({ approve = denyAll, timeoutMs, logger }: AskPersonOptions): AskPerson {
  const tell = async (name: string, hook: (() => Promise<void> | void) | undefined) => {
    try {
      if (hook) await withinLimit(Promise.resolve(hook()), hookTimeoutMs, `The hook ${name}`)
    } catch (error) {
      logger.log('warn', `The hook ${name} failed.`, { error: String(error) })
    }
  }

  return async ({ run, hooks }, request, signal) => {
    const { pre_approval_request: before, post_approval_response: after } = hooks ?? {}
    await tell('pre_approval_request', before && (() => before(request)))
    const ask = (limited: AbortSignal) => approve(request, { signal: limited, ...(run && { run }) })
    const answer =
      (await answerInTime(ask, timeoutMs, signal)) ?? ({ decision: 'deny', unanswered: 'too-late' } as const)
    await tell('post_approval_response', after && (() => after({ request, answer })))
    return answer
  }
}

const denyAll: Approve = async () => ({ decision: 'deny', unanswered: 'unattended' })

/** Translates an answer to a verdict on the call. */
export function toVerdict(answer: ApprovalAnswer, reasons: readonly string[]): GateVerdict {
  return answer.decision === 'deny' ? denial(answer, reasons) : { allowed: true }
}

type Denial = Extract<ApprovalAnswer, { readonly decision: 'deny' }>

const unansweredSentences = {
  unattended: 'It needs a person’s approval, and there is no one to ask.',
  'too-late': 'A person was asked to approve it and did not answer in time.',
  withdrawn: 'A person was asked to approve it, and the question was withdrawn.',
} as const

const unansweredNotes = {
  unattended: english`It needs an approval, and there is no one to ask.`,
  'too-late': english`It needs an approval, and the question was not answered in time.`,
  withdrawn: english`It needs an approval, and the question was withdrawn.`,
} as const

function denial(answer: Denial, reasons: readonly string[]): GateVerdict {
  if ('unanswered' in answer)
    return block([...reasons, unansweredSentences[answer.unanswered]], unansweredNotes[answer.unanswered])
  const said = answer.reason ? [`The user says: ${answer.reason}`] : []
  const told = answer.reason ? english`not allowed: ${answer.reason}` : english`not allowed`
  return block(['The user was asked and did not allow it.', ...said], told)
}
