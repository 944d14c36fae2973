import { homedir } from 'node:os'
import { type Approve, type Logger, silentLogger } from '@hermes/core'
import type { GateRequest, GateVerdict, ToolGate } from '../gate.js'
import { createAsk } from './ask-person.js'
import type { AssessCall, AssessedCall } from './assess-call.js'
import { block } from './block.js'
import { matchesAny } from './deny-globs.js'
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
  /**
   * How long an answer is waited for before the call is denied. Default 300,000 (5 minutes). `Infinity` for an `approve`
   * that keeps deadlines itself, as that of a question desk does.
   */
  readonly timeoutMs?: number
  readonly services?: {
    /** Hears of failing hooks. Default: silent. */
    readonly logger?: Logger
  }
}

/** A call that is another one each time somebody has agreed to it is not asked about for ever. */
const mostQuestions = 3

/**
 * The one place that decides whether a tool call may run. An answer holds for exactly what was shown: should that have
 * changed meanwhile, it is asked about again. Answers that hold for a session are kept in the gate, by session and by the
 * reasons that were asked about.
 */
export function createApprovalGate(options: ApprovalGateOptions): ToolGate {
  const { mode, deny = [], home = homedir(), approve, timeoutMs = 300_000, services } = options
  const assessors = new Map(Object.entries(options.assessors ?? { terminal: createTerminalAssessor() }))
  const ask = createAsk({ timeoutMs, ...(approve && { approve }), logger: services?.logger ?? silentLogger })

  /** What can be said without a person; `undefined`: one has to be asked. */
  function decide(request: GateRequest, { subject, assessment }: AssessedCall): GateVerdict | undefined {
    const { verdict, reasons, commands = [] } = assessment
    if (matchesAny(deny, [subject, ...commands])) return block('It is on the list of commands that never run here.')
    if (verdict === 'refuse') return block(...reasons, 'This can never be run from here.')
    return verdict === 'run' || mode === 'off' || request.isApproved ? { allowed: true } : undefined
  }

  return {
    async review(request, { signal }) {
      const assess = assessors.get(request.tool.name)
      if (!assess) return { allowed: true }
      const look = async () => {
        const workingDirectory = await folderOf(options.workingDirectory, request)
        const call = await assess(request.args, { workingDirectory, home })
        signal.throwIfAborted()
        return { call, text: exactly(request, call) }
      }
      let seen = await look()
      for (let asked = 0; asked < mostQuestions; asked++) {
        const decided = decide(request, seen.call)
        if (decided) return decided
        const answer = await ask(request, seen.call, signal)
        const shown = seen.text
        if (answer.allowed) seen = await look()
        if (seen.text === shown) return answer
      }
      return block('What it would do has changed each time that it was asked about.')
    },
  }
}

/** All that an answer is about. */
function exactly({ tool, args }: GateRequest, { subject, workingDirectory }: AssessedCall): string {
  return JSON.stringify([tool.name, args, subject, workingDirectory])
}

async function folderOf(option: ApprovalGateOptions['workingDirectory'], request: GateRequest): Promise<string> {
  if (option === undefined) return process.cwd()
  return typeof option === 'string' ? option : option(request)
}
