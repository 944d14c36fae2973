import { homedir } from 'node:os'
import type { GateRequest, GateVerdict, ToolGate } from '@hermes/core'
import { type ApprovalRequest, type Approve, type Logger, silentLogger } from '@hermes/core'
import { type AssessedCall, assessCall } from '../assess/assessed-call.js'
import { block } from '../assess/block.js'
import { isAboutAgent } from '../rules/pattern-classes.js'
import { createAskJudge, type SmartOptions } from '../smart/ask-judge.js'
import { type ApprovalMemory, createApprovalMemory } from './approval-memory.js'
import type { ApprovalMode, SessionModes } from './approval-mode.js'
import { createAsk, toVerdict } from './ask-person.js'
import { exactly, folderOf, type GateEnvironment } from './call-text.js'
import { matchesInAnyCase } from './deny-globs.js'
import { coversAll } from './standing-grants.js'

export interface ApprovalGateOptions {
  /** What happens to flagged calls. A session may get a mode of its own, see {@link ApprovalGate.modes}. */
  readonly mode: ApprovalMode
  /** Who asks the person. Without it everything that would be asked is denied at once. */
  readonly approve?: Approve
  /** Who decides in the mode `smart`. Without it that mode is `manual`. */
  readonly smart?: SmartOptions
  /** Patterns with `*` and `?`, in any case, for the whole command and every command inside it; refused before all else. */
  readonly deny?: readonly string[]
  /**
   * What the user allows for good: reasons, word for word, and patterns of commands. Looked at for each call, so that what
   * joins it counts at once.
   */
  readonly allow?: () => readonly string[]
  /** Where calls run. In a `container` nobody is asked about them; what is denied or refused stays so. Default: here. */
  readonly environment?: GateEnvironment
  /** Where the commands of a call start, absolute. */
  readonly workingDirectory: string | ((request: GateRequest) => string | Promise<string>)
  /** The user's home where the commands run, absolute. Default: that of the process. */
  readonly home?: string
  /** The folder of the agent's own settings and state, absolute. Default: `.hermes` in the home. */
  readonly agentHome?: string
  /** The folder of the agent's own program, absolute: what is started from there is the agent. Default: only its name tells. */
  readonly agentProgram?: string
  /**
   * How long an answer is waited for before the call is denied. Default 300,000 (5 minutes). `Infinity` for an `approve`
   * that keeps deadlines itself, as that of a question desk does.
   */
  readonly timeoutMs?: number
  /** What people have said about sessions, shared with other gates. Default: the gate's own. */
  readonly memory?: ApprovalMemory
  readonly services?: {
    /** Hears of failing hooks and of what the judge decided. Default: silent. */
    readonly logger?: Logger
  }
}

export interface ApprovalGate extends ToolGate {
  /**
   * Modes of single sessions, which hold for their delegates, too. Only a person may set one; it lasts as long as the
   * gate's memory.
   */
  readonly modes: SessionModes
}

/** A call that is another one each time somebody has agreed to it is not asked about for ever. */
const mostQuestions = 3

/** What a call is at the moment that it is looked at. */
interface Look {
  readonly call: AssessedCall
  /** All that an answer is about. */
  readonly text: string
}

/**
 * The one place that decides whether a tool call may run. What the call would do the tool says itself, see `assess` of
 * `ToolTraits`; a tool that neither says so nor only reads is asked about. An answer holds for exactly what was shown: should that have
 * changed meanwhile, it is asked about again. Answers that hold for a session are kept in the gate, by session and by the
 * reasons that were asked about; gates with the same `memory` share them.
 */
export function createApprovalGate(options: ApprovalGateOptions): ApprovalGate {
  const {
    deny = [],
    allow,
    home = homedir(),
    agentHome,
    agentProgram,
    approve,
    timeoutMs = 300_000,
    services,
    environment,
  } = options
  const logger = services?.logger ?? silentLogger
  const askPerson = createAsk({ timeoutMs, ...(approve && { approve }), logger })
  const { modes, grants, denials } = options.memory ?? createApprovalMemory()
  const askJudge = options.smart && createAskJudge(options.smart, { denials, logger })

  const modeFor = ({ run, sessionId }: GateRequest): ApprovalMode =>
    modes.get(sessionId) ?? modes.get(run?.rootSessionId ?? sessionId) ?? options.mode

  async function look(request: GateRequest): Promise<Look> {
    const workingDirectory = await startOf(options.workingDirectory, request)
    const { callId, sessionId, run } = request
    const origin = { callId, sessionId, rootSessionId: run?.rootSessionId ?? sessionId }
    const context = {
      workingDirectory,
      home,
      call: origin,
      ...(agentHome !== undefined && { agentHome }),
      ...(agentProgram !== undefined && { agentProgram }),
    }
    const call = await assessCall(request, context)
    return { call, text: exactly(request, call, environment) }
  }

  /** What can be said without asking anybody; `undefined`: somebody has to be asked. */
  function decide(request: GateRequest, call: AssessedCall): GateVerdict | undefined {
    const { verdict, reasons, commands = [], subject, inEnvironment } = call
    if (matchesInAnyCase(deny, [subject, ...commands]))
      return block('It is on the list of commands that never run here.')
    if (verdict === 'refuse') return block(...reasons, 'This can never be run from here.')
    const isContained = inEnvironment === true && environment?.isolation === 'container'
    const isAllowed = verdict === 'run' || isContained || request.isApproved || modeFor(request) === 'off'
    if (isAllowed || coversAll(allow?.() ?? [], call)) return { allowed: true }
    if (reasons.some(isAboutAgent)) return undefined
    return grants.cover(request.sessionId, reasons) ? { allowed: true } : undefined
  }

  async function ask(request: GateRequest, call: AssessedCall, signal: AbortSignal): Promise<GateVerdict> {
    const { reasons } = call
    const mayBeJudged = modeFor(request) === 'smart' && !reasons.some(isAboutAgent)
    const judged = mayBeJudged ? await askJudge?.(request, call, signal) : undefined
    if (judged) return judged
    const answer = await askPerson(request, toApprovalRequest(request, call, environment), signal)
    if (!('unanswered' in answer)) askJudge?.seenByPerson(request)
    if (answer.decision === 'session' || answer.decision === 'always') grants.add(request.sessionId, reasons)
    return toVerdict(answer, reasons)
  }

  return {
    modes,
    async review(request, { signal }) {
      if (request.tool.effect === 'read' && !request.tool.assess) return { allowed: true }
      let seen = await look(request)
      for (let asked = 0; asked < mostQuestions; asked++) {
        signal.throwIfAborted()
        const decided = decide(request, seen.call)
        if (decided) return decided
        const answer = await ask(request, seen.call, signal)
        const shown = seen.text
        if (answer.allowed) seen = await look(request)
        if (seen.text === shown) return answer
      }
      return block('What it would do has changed each time that it was asked about.')
    },
  }
}

function toApprovalRequest(
  { sessionId, tool, args }: GateRequest,
  call: AssessedCall,
  environment: GateEnvironment | undefined,
): ApprovalRequest {
  const folder = folderOf(call, environment)
  const { subject, reasons } = call
  return {
    sessionId,
    tool: tool.name,
    args,
    subject,
    ...(folder !== undefined && { workingDirectory: folder }),
    reasons,
  }
}

async function startOf(option: ApprovalGateOptions['workingDirectory'], request: GateRequest): Promise<string> {
  return typeof option === 'string' ? option : option(request)
}
