import type { GateRequest, GateVerdict, Logger } from '@hermes/core'
import type { AssessedCall } from '../assess/assessed-call.js'
import { block } from '../assess/block.js'
import { createDenialBreaker, type DenialCounts } from './denial-breaker.js'
import type { Judge, Judgment } from './judge.js'

export interface SmartOptions {
  readonly judge: Judge
  /**
   * Number of consecutive denials in a session after which a person is asked instead, until one has answered. Default:
   * 3. 0: never.
   */
  readonly denialLimit?: number
  /** Whether the judge may decide now. If not, a person is asked. Default: it may. */
  readonly mayDecide?: (request: GateRequest) => boolean
}

/** Lets the judge decide about flagged calls. */
export interface AskJudge {
  /** Resolves to `undefined` when a person has to decide. Rejects with the reason of an aborted signal. */
  (request: GateRequest, call: AssessedCall, signal: AbortSignal): Promise<GateVerdict | undefined>
  /** Resets the count of denials, because a person decided about a call. */
  resetDenials(request: GateRequest): void
}

export interface AskJudgeServices {
  readonly denials: DenialCounts
  readonly logger: Logger
}

export function createAskJudge(
  { judge, denialLimit = 3, mayDecide }: SmartOptions,
  { denials, logger }: AskJudgeServices,
): AskJudge {
  const breaker = createDenialBreaker(denialLimit, denials)

  async function decide(request: GateRequest, call: AssessedCall, signal: AbortSignal): Promise<Judgment> {
    const { subject, workingDirectory, reasons } = call
    const folder = workingDirectory === undefined ? {} : { workingDirectory }
    try {
      return await judge(
        { tool: request.tool.name, subject, reasons, ...folder },
        { signal, sessionId: request.sessionId },
      )
    } catch (error) {
      signal.throwIfAborted()
      logger.log('warn', 'A flagged call could not be judged.', { error: String(error) })
      return { verdict: 'escalate', reason: 'The judge failed.' }
    }
  }

  const ask = async (request: GateRequest, call: AssessedCall, signal: AbortSignal) => {
    const root = rootOf(request)
    if (breaker.isOpen(root) || mayDecide?.(request) === false) return undefined
    const { verdict, reason } = await decide(request, call, signal)
    logger.log('info', 'A flagged call was judged.', { verdict, reason, tool: request.tool.name })
    if (verdict === 'escalate') return undefined
    request.run?.emit({ type: 'notice', code: `approval/${verdict}`, text: `${sentences[verdict]} ${reason}`.trim() })
    if (verdict === 'approve') {
      breaker.reset(root)
      return { allowed: true } as const
    }
    breaker.denied(root)
    return block([...call.reasons, 'The automatic review did not allow it.', reason])
  }
  return Object.assign(ask, { resetDenials: (request: GateRequest) => breaker.reset(rootOf(request)) })
}

const sentences = {
  approve: 'The automatic review let a flagged call run.',
  deny: 'The automatic review stopped a flagged call.',
} as const

/** Returns the root session, because delegates share the count of the run that a person started. */
function rootOf({ run, sessionId }: GateRequest): string {
  return run?.rootSessionId ?? sessionId
}
