import { homedir } from 'node:os'
import type { Approve } from '@hermes/core'
import type { GateRequest, GateVerdict, ToolGate } from '../gate.js'
import { answerInTime } from './answer-in-time.js'
import type { AssessCall, AssessedCall } from './assess-call.js'
import { matchesAny } from './deny-globs.js'
import { createSessionGrants } from './session-grants.js'
import { createTerminalAssessor } from './terminal-assessor.js'

export interface ApprovalGateOptions {
  /**
   * `manual`: a person is asked about what is flagged. `off`: nobody is asked and it runs. What cannot be undone, and what
   * `deny` names, is refused in both.
   */
  readonly mode: 'manual' | 'off'
  /** Who asks the person. Without it everything that would be asked is denied at once. */
  readonly approve?: Approve
  /** Patterns with `*` and `?`, for the whole command and every command inside it; refused before anything else. */
  readonly deny?: readonly string[]
  /** How the calls of a tool are judged, by the tool's name; other tools may run. Default: `terminal`. */
  readonly assessors?: Readonly<Record<string, AssessCall>>
  /** Where the commands of a call start, absolute. Default: the folder of the process. */
  readonly workingDirectory?: string | ((request: GateRequest) => string | Promise<string>)
  /** The user's home where the commands run, absolute. Default: that of the process. */
  readonly home?: string
  /** How long an answer is waited for before the call is denied. Default 300,000 (5 minutes). */
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 300_000

/**
 * The one place that decides whether a tool call may run. Answers that hold for a session are kept in the gate, by session
 * and by the reasons that were asked about.
 */
export function createApprovalGate(options: ApprovalGateOptions): ToolGate {
  const { mode, deny = [], home = homedir() } = options
  const assessors = new Map(Object.entries(options.assessors ?? { terminal: createTerminalAssessor() }))
  const ask = createAsk(options)
  return {
    async review(request, { signal }) {
      const assess = assessors.get(request.tool.name)
      if (!assess) return { allowed: true }
      const workingDirectory = await folderOf(options.workingDirectory, request)
      const call = await assess(request.args, { workingDirectory, home })
      signal.throwIfAborted()
      const { verdict, commands = [] } = call.assessment
      if (matchesAny(deny, [call.subject, ...commands]))
        return block('It is on the list of commands that never run here.')
      if (verdict === 'refuse') return block(...call.assessment.reasons, 'This can never be run from here.')
      return verdict === 'run' || mode === 'off' ? { allowed: true } : ask(request, call, signal)
    },
  }
}

type Ask = (request: GateRequest, call: AssessedCall, signal: AbortSignal) => Promise<GateVerdict>

function createAsk({ approve, timeoutMs = defaultTimeoutMs }: ApprovalGateOptions): Ask {
  const grants = createSessionGrants()
  return async ({ sessionId, tool }, { subject, workingDirectory, assessment: { reasons } }, signal) => {
    if (grants.cover(sessionId, reasons)) return { allowed: true }
    if (!approve) return block(...reasons, 'It needs a person’s approval, and there is nobody to ask.')
    const question = { sessionId, tool: tool.name, subject, reasons, ...(workingDirectory && { workingDirectory }) }
    const answer = await answerInTime((limited) => approve(question, { signal: limited }), timeoutMs, signal)
    if (!answer) return block(...reasons, 'A person was asked to approve it and did not answer in time.')
    if (answer.decision === 'deny') return block('The user was asked and did not allow it.', ...says(answer.reason))
    if (answer.decision === 'session') grants.add(sessionId, reasons)
    return { allowed: true }
  }
}

async function folderOf(option: ApprovalGateOptions['workingDirectory'], request: GateRequest): Promise<string> {
  if (option === undefined) return process.cwd()
  return typeof option === 'string' ? option : option(request)
}

function says(reason: string | undefined): readonly string[] {
  return reason ? [`The user says: ${reason}`] : []
}

function block(...sentences: readonly string[]): GateVerdict {
  const advice = 'Do not try to reach the same effect in another way; go on without it or tell the user what is needed.'
  return { allowed: false, reason: ['The call was not run.', ...sentences, advice].join(' ') }
}
