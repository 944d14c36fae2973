import { homedir } from 'node:os'
import type { GateRequest, GateVerdict, ToolGate } from '@hermes/core'
import { type ApprovalRequest, type Approve, type ContentOrigin, type Logger, silentLogger } from '@hermes/core'
import { oneLine, withoutControls } from '@hermes/safety'
import { type AssessedCall, assessCall } from '../assess/assessed-call.js'
import { block } from '../assess/block.js'
import { describeSources } from '../provenance/describe-sources.js'
import { createUntrustedSources, defaultUntrustedPolicy, type UntrustedPolicy } from '../provenance/untrusted-policy.js'
import { isAboutAgent } from '../rules/pattern-classes.js'
import { createAskJudge, type SmartOptions } from '../smart/ask-judge.js'
import { matchesInAnyCase } from '../words/match-globs.js'
import { type ApprovalMemory, createApprovalMemory } from './approval-memory.js'
import type { ApprovalMode, SessionModes } from './approval-mode.js'
import { createAsk, toVerdict } from './ask-person.js'
import { askedAboutEdits } from './asked-about-edits.js'
import { coveredText, folderOf, type GateEnvironment } from './call-text.js'
import type { InstructionWatch } from './instruction-watch.js'
import { previewOf } from './preview-of.js'
import type { SessionGrant } from './session-grants.js'
import { coversAll } from './standing-grants.js'

export interface ApprovalGateOptions {
  /** What happens to flagged calls. Sessions may have a different mode, see {@link ApprovalGate.modes}. */
  readonly mode: ApprovalMode
  /** Asks a person. Without it, every question is denied immediately. */
  readonly approve?: Approve
  /** Decides in `smart` mode. Without it, that mode equals `manual`. */
  readonly smart?: SmartOptions
  /**
   * Case-insensitive patterns with `*` and `?` for the whole command and every nested command: as it was written, with
   * the bare name of its program, and without git's options before the subcommand. Checked before anything else.
   */
  readonly deny?: readonly string[]
  /**
   * The user's permanent grants: exact reasons, and patterns of commands. Called for each call, so that new entries
   * take effect immediately.
   */
  readonly allow?: () => readonly string[]
  /**
   * What happens to calls that send data or have lasting effects once their conversation has read untrusted content.
   * Called for each call. Default: a person is asked, and nothing is trusted.
   */
  readonly untrusted?: () => UntrustedPolicy
  /**
   * Where calls run. In a `container` nothing is asked, but denied and hardline calls are still refused. Default: this
   * machine.
   */
  readonly environment?: GateEnvironment
  /** The absolute working directory of a call's commands. */
  readonly workingDirectory: string | ((request: GateRequest) => string | Promise<string>)
  /**
   * The folder that the conversation works in, absolute, wherever its shell is. Default: where a call's commands start.
   */
  readonly workspace?: string
  /** The user's home where the commands run, absolute. Default: that of the process. */
  readonly home?: string
  /** The absolute path of the agent's settings and state. Default: `.hermes` in the home. */
  readonly agentHome?: string
  /**
   * The absolute folder of the agent program. Whatever is started from there counts as the agent. Default: the agent is
   * recognized by name only.
   */
  readonly agentProgram?: string
  /**
   * How long to wait for an answer before the call is denied. Default 300,000 (5 minutes). Use `Infinity` for an
   * `approve` with its own deadlines, such as that of a question desk.
   */
  readonly timeoutMs?: number
  /** People's answers that apply to sessions, shared with other gates. Default: a separate memory. */
  readonly memory?: ApprovalMemory
  /**
   * Restores what calls change in the instructions for agents once their conversation has read untrusted content,
   * unless somebody has agreed to a lasting effect of the call. Default: nothing is restored.
   */
  readonly instructions?: InstructionWatch
  readonly services?: {
    /** Logs failing hooks and decisions of the judge. Default: silent. */
    readonly logger?: Logger
  }
}

export interface ApprovalGate extends ToolGate {
  /**
   * The modes of single sessions, which also apply to their delegates. Only a person may set one. Kept for as long as
   * the gate's memory.
   */
  readonly modes: SessionModes
}

/** Maximum number of questions about a call that changes after each approval. */
const mostQuestions = 3

/** The assessment of a call at one moment. */
interface CallSnapshot {
  readonly call: AssessedCall
  /** The untrusted content that the conversation has read. */
  readonly sources: readonly ContentOrigin[]
  /** Everything that an answer covers. */
  readonly text: string
}

/**
 * Creates the single place that decides whether a tool call may run. The tool assesses its calls, see `assess` of
 * `ToolTraits`; a tool without an assessment is asked about unless it only reads. An answer covers exactly what was
 * shown: when the call has changed since, it is asked about again. Grants for a session are kept by session and reason;
 * gates with the same `memory` share them.
 */
export function createApprovalGate(options: ApprovalGateOptions): ApprovalGate {
  const {
    deny = [],
    allow,
    untrusted = () => defaultUntrustedPolicy,
    home = homedir(),
    agentHome,
    agentProgram,
    workspace,
    approve,
    timeoutMs = 300_000,
    services,
    environment,
    instructions,
  } = options
  const logger = services?.logger ?? silentLogger
  const askPerson = createAsk({ timeoutMs, ...(approve && { approve }), logger })
  const sourcesOf = createUntrustedSources()
  const { modes, grants, denials } = options.memory ?? createApprovalMemory()
  const askJudge = options.smart && createAskJudge(options.smart, { denials, logger })

  const modeFor = ({ run, sessionId }: GateRequest): ApprovalMode =>
    modes.get(sessionId) ?? modes.get(run?.rootSessionId ?? sessionId) ?? options.mode

  async function assessNow(request: GateRequest): Promise<CallSnapshot> {
    const workingDirectory = await startOf(options.workingDirectory, request)
    const { callId, sessionId, run } = request
    const origin = { callId, sessionId, rootSessionId: run?.rootSessionId ?? sessionId }
    // If nothing is ever asked, there is no need to ask about sources either.
    const sources = modeFor(request) === 'off' ? [] : sourcesOf(request, untrusted())
    const context = {
      workingDirectory,
      home,
      call: origin,
      untrusted: sources,
      ...(agentHome !== undefined && { agentHome }),
      ...(agentProgram !== undefined && { agentProgram }),
      ...(workspace !== undefined && { workspace }),
    }
    const isOffline = environment?.networkOf?.(origin.rootSessionId) === 'none'
    const assessed = await assessCall(request, context, isOffline)
    const call = modeFor(request) === 'edits' ? askedAboutEdits(request, assessed) : assessed
    return { call, sources, text: coveredText(request, call, environment) }
  }

  /** Returns the verdict that needs no question, or `undefined` when a person must be asked. */
  async function decide(request: GateRequest, call: AssessedCall): Promise<GateVerdict | undefined> {
    const { verdict, reasons, commands = [], subject, inEnvironment } = call
    if (matchesInAnyCase(deny, [subject, ...commands]))
      return block(['It is on the list of commands that never run here.'])
    if (verdict === 'refuse') return block([...reasons, 'This can never be run from here.'])
    if (call.untrusted && untrusted().policy === 'refuse') return block([...reasons, 'The user has ruled that out.'])
    // A container does not prevent data from leaving.
    const isContained = inEnvironment === true && environment?.isolation === 'container' && !call.untrusted
    const isAllowed = verdict === 'run' || isContained || request.isApproved || modeFor(request) === 'off'
    if (isAllowed || coversAll(allow?.() ?? [], call)) return { allowed: true }
    if (reasons.some(isAboutAgent)) return undefined
    return (await grants.cover(request.sessionId, grantOf(call).keys)) ? { allowed: true } : undefined
  }

  async function ask(request: GateRequest, call: AssessedCall, signal: AbortSignal): Promise<GateVerdict> {
    const { reasons } = call
    // The judge reads what the model wrote, and the model has read what others wrote.
    const mayBeJudged = modeFor(request) === 'smart' && !reasons.some(isAboutAgent) && !call.untrusted
    const judged = mayBeJudged ? await askJudge?.(request, call, signal) : undefined
    if (judged) return judged
    const diff = await previewOf(request, signal)
    const shown = { ...toApprovalRequest(request, call, environment), ...(diff !== undefined && { diff }) }
    const answer = await askPerson(request, shown, signal)
    if (!('unanswered' in answer)) askJudge?.resetDenials(request)
    const lasts = answer.decision === 'session' || answer.decision === 'always'
    if (lasts && !reasons.some(isAboutAgent)) await grants.add(request.sessionId, grantOf(call))
    return toVerdict(answer, reasons)
  }

  /**
   * Adds what the executor learns from the verdict: where the result will come from, and what to do when the tool has
   * ended.
   */
  async function complete(verdict: GateVerdict, { call, sources }: CallSnapshot): Promise<GateVerdict> {
    if (!verdict.allowed) return verdict
    const { origins, outward = [], inEnvironment, workingDirectory } = call
    const known = { allowed: true, ...(origins?.length && { origins }) } as const
    if (!instructions || sources.length === 0) return known
    if (outward.some(({ kind }) => kind === 'lasts'))
      return { ...known, settle: () => instructions.accept().then(() => undefined) }
    if (!inEnvironment || workingDirectory === undefined) return known
    const restore = await instructions.begin([workspace ?? workingDirectory, workingDirectory])
    return {
      ...known,
      settle: async () => {
        const paths = await restore()
        return paths.length === 0 ? undefined : explainRestored(paths, sources)
      },
    }
  }

  return {
    modes,
    async review(request, { signal }) {
      if (request.tool.effect === 'read' && !request.tool.assess) return { allowed: true }
      let seen = await assessNow(request)
      for (let asked = 0; asked < mostQuestions; asked++) {
        signal.throwIfAborted()
        const decided = await decide(request, seen.call)
        if (decided) return complete(decided, seen)
        const answer = await ask(request, seen.call, signal)
        const shown = seen.text
        if (answer.allowed) seen = await assessNow(request)
        if (seen.text === shown) return complete(answer, seen)
      }
      return block(['What it would do has changed each time that it was asked about.'])
    },
  }
}

function explainRestored(paths: readonly string[], sources: readonly ContentOrigin[]): string {
  const names = paths.slice(0, 10).map((path) => oneLine(withoutControls(path)))
  const more = paths.length > names.length ? ` and ${paths.length - names.length} more` : ''
  return `Undone, because agents follow these files as instructions, and this conversation has read ${describeSources(sources)}: ${names.join(', ')}${more}. Change them with the file tools, which ask the user first.`
}

/** Returns what the answer `session` to this call covers. */
function grantOf({ consent, reasons, subject }: AssessedCall): SessionGrant {
  const { text, keys } = consent ?? { text: `calls for the same reasons: ${reasons.join(' ')}`, keys: reasons }
  return { text, keys, subject }
}

function toApprovalRequest(
  { sessionId, callId, tool, args }: GateRequest,
  call: AssessedCall,
  environment: GateEnvironment | undefined,
): ApprovalRequest {
  const folder = folderOf(call, environment)
  const { subject, reasons, consent } = call
  return {
    sessionId,
    callId,
    tool: tool.name,
    args,
    subject,
    ...(folder !== undefined && { workingDirectory: folder }),
    reasons,
    ...(reasons.some(isAboutAgent) ? { isAskedEachTime: true } : consent && { sessionScope: consent.text }),
  }
}

async function startOf(option: ApprovalGateOptions['workingDirectory'], request: GateRequest): Promise<string> {
  return typeof option === 'string' ? option : option(request)
}
