import type { ToolDefinition } from '../model/tool-definition.js'
import type { ContentOrigin } from '../values/content-origin.js'
import type { JsonObject } from '../values/json.js'
import type { SessionId } from '../values/session-id.js'
import type { AssessCall } from './assessment.js'

/** What a tool may declare about itself. Every member is optional and kept by {@link defineTool}. */
export interface ToolTraits {
  /** Called at the start of each turn. Default: available. A tool whose check throws or takes longer than 5 s is unavailable. */
  readonly isAvailable?: () => boolean | Promise<boolean>
  /**
   * Environment variables (or secrets of the home) that the tool needs. The application that wires the executor passes their values;
   * if one is missing or empty, the tool is unavailable and `hermes tools` names it. Default: none.
   */
  readonly requiredVariables?: readonly string[]
  /**
   * The time limit of one call in milliseconds. When it is reached, the call's `signal` is aborted, and the model reads that the
   * limit was reached, after the output that the tool still returns. A tool that ignores its signal is abandoned after the grace
   * period of the executor, and its later output is dropped. Waiting for an approval does not count. Default: the limit of the
   * executor, which is none by default.
   */
  readonly timeoutMs?: number
  /**
   * The longest result in characters, at most the limit of the executor. A longer result is cut to its head and tail, and the full
   * text is written to a file if the executor has a folder for it. `Infinity`: the tool bounds its own results, and only the limit
   * for all results of an answer applies. Default: the limit of the executor.
   */
  readonly maxResultChars?: number
  /**
   * The description for a session with these tools, including this one, so that it only mentions tools that exist. Called when a
   * session is created, which keeps the text. Must be pure: the same tools, the same text. Arguments are still validated with the
   * tool's own `schema` and `parameters`.
   */
  adapt?(available: AvailableTools): Pick<ToolDefinition, 'description' | 'parameters'>
  /**
   * The tool may be left out of the list and found by search instead when there are too many tools for the model's window. For tools
   * of servers and plugins. Default false.
   */
  readonly isDeferrable?: boolean
  /**
   * Its results are untrusted text, such as web pages or the output of third-party servers: the executor removes invisible characters
   * and marks the text as material. Omit it for a tool that marks its own results. Default false.
   */
  readonly isUntrusted?: boolean
  /**
   * Who writes the content of its results. A list that names untrusted origins also describes the tool's own description, which the
   * model reads with the first request. A function decides per call; if it throws, the origin is `tool`. Default: the owner, or `tool`
   * with {@link isUntrusted}.
   */
  readonly origins?: readonly ContentOrigin[] | ((args: JsonObject) => readonly ContentOrigin[])
  /**
   * Whether a call may change files of the workspace: the first such call of a turn is preceded by a checkpoint. A function
   * decides per call and must be quick; if it throws, the answer is true. Default: true unless `effect` is `read`.
   */
  readonly changesFiles?: boolean | ((args: JsonObject) => boolean)
  /**
   * Whether a call may discard work of which there is no other copy, such as uncommitted changes: each such call is preceded by a
   * checkpoint, not only the first of a turn. A function decides per call and must be quick; if it throws, the answer is true.
   * Default false.
   */
  readonly dropsWork?: boolean | ((args: JsonObject) => boolean)
  /** An iteration that only calls such tools does not count towards the iteration limit of the turn. Default false. */
  readonly isFreeOfBudget?: boolean
  /** Programs written by the model may call it. Default false. */
  readonly callableFromPrograms?: boolean
  /**
   * Whether sub-agents may have it. `false` for a tool that talks to the user, writes data that outlives the task, or delegates work.
   * Default true.
   */
  readonly delegable?: boolean
  /**
   * One or two sentences that are added to the system prompt of every session with the tool: when to use it, what to prefer it to.
   * Longer text than {@link maxGuidanceChars} characters is cut. Default: none.
   */
  readonly guidance?: string
  /**
   * Assesses a call for the gate: it runs, a person is asked, or it is refused. The call is blocked when this throws or takes longer
   * than 30 seconds. Default: a tool whose `effect` is `read` runs; any other tool needs approval.
   */
  readonly assess?: AssessCall
  /**
   * Describes a call in one line for people: the path, the query. Cut to 200 characters; omitted if it throws. Default: the surface
   * shows the most telling argument.
   */
  summarize?(args: JsonObject): string
  /**
   * Calls that wait, or whose effect does not show in their result: repeating them does not count as a loop. Default: names that end
   * in `poll`, `wait`, `job_status` and the like.
   */
  readonly mayRepeat?: boolean
  /**
   * The tool runs commands of the model. A failing command is a finding, like a failing test, so different failures in a row do not
   * end the turn. Default false.
   */
  readonly runsCommands?: boolean
  /** How often the tool may be called in one turn. Default: no limit. */
  readonly callsPerTurn?: number
  /**
   * Shows the text file named by its argument `path`, from line `offset` on. The model is referred to this tool for results that were
   * too long. Default false.
   */
  readonly readsFiles?: boolean
  /** Searches earlier messages of the session. A compression refers the model to it. Default false. */
  readonly recallsSession?: boolean
  /**
   * What its calls do, for surfaces that show calls by kind. `edit` tools change files that their arguments name; the approval mode
   * `edits` asks about each of their calls. Default: `read` if `effect` is `read`, otherwise `other`.
   */
  readonly kind?: 'read' | 'edit' | 'search' | 'execute' | 'fetch' | 'think' | 'other'
  /**
   * The changes that a call would make, as a unified diff, for the person who is asked about it. Must have no effects. Default: none; a
   * rejection also means none.
   */
  preview?(args: JsonObject, call: PreviewedCall): Promise<string>
}

/** A call that a person is asked about. */
export interface PreviewedCall {
  readonly sessionId: SessionId
  readonly taskId: string
  readonly callId: string
  readonly signal: AbortSignal
}

/** Longest {@link ToolTraits.guidance}. */
export const maxGuidanceChars = 1_000

/**
 * Whether a call may be repeated when a crash left its outcome unknown: `read` changes nothing, `idempotent` has the same result
 * however often it runs, `once` must not be repeated.
 */
export type ToolEffect = 'read' | 'idempotent' | 'once'

/** What is known about a tool without calling it. */
export interface ToolFacts extends ToolTraits {
  readonly name: string
  readonly toolset: string
  readonly effect: ToolEffect
}

/** The tools of a session, by name. */
export type AvailableTools = ReadonlyMap<string, ToolFacts>

const longestSummary = 200

/** One line about a call: see {@link ToolTraits.summarize}. `undefined` if the tool provides none. Never throws. */
export function summarizeCall(tool: ToolFacts, args: JsonObject): string | undefined {
  try {
    const line = tool.summarize?.(args).replaceAll(/\s+/g, ' ').trim()
    return line ? line.slice(0, longestSummary).toWellFormed() : undefined
  } catch {
    return undefined
  }
}

/** Who writes the content of a call's result, as far as the tool declares it: see {@link ToolTraits.origins}. Never throws. */
export function declaredOrigins(tool: ToolFacts, args: JsonObject): readonly ContentOrigin[] {
  const { name, isUntrusted = false, origins = isUntrusted ? [{ kind: 'tool', name }] : [] } = tool
  if (typeof origins !== 'function') return origins
  try {
    return origins(args)
  } catch {
    return [{ kind: 'tool', name }]
  }
}

/** Who wrote the description of a tool: see {@link ToolTraits.origins}. */
export function originsOfDescription({ origins }: Pick<ToolFacts, 'origins'>): readonly ContentOrigin[] {
  return typeof origins === 'object' ? origins : []
}

/** Whether a call may change files: see {@link ToolTraits.changesFiles}. Never throws. */
export function mayChangeFiles({ effect, changesFiles = effect !== 'read' }: ToolFacts, args: JsonObject): boolean {
  return decide(changesFiles, args)
}

/** Whether a call may discard work: see {@link ToolTraits.dropsWork}. Never throws. */
export function mayDropWork({ dropsWork = false }: ToolFacts, args: JsonObject): boolean {
  return decide(dropsWork, args)
}

function decide(trait: boolean | ((args: JsonObject) => boolean), args: JsonObject): boolean {
  if (typeof trait === 'boolean') return trait
  try {
    return trait(args)
  } catch {
    // A check that throws is treated as a change.
    return true
  }
}
