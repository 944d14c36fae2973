import type { ToolDefinition } from '../model/tool-definition.js'
import type { ContentOrigin } from '../values/content-origin.js'
import type { JsonObject } from '../values/json.js'
import type { SessionId } from '../values/session-id.js'
import type { AssessCall } from './assessment.js'

/** What a tool may declare about itself. Every member is optional, and {@link defineTool} keeps it. */
export interface ToolTraits {
  /** Called at the start of each turn. Default: available. A tool whose check throws or takes longer than 5 s is unavailable. */
  readonly isAvailable?: () => boolean | Promise<boolean>
  /**
   * Environment variables or secrets of the home that the tool needs. The application that wires the executor passes their values.
   * If a value is missing or empty, the tool is unavailable, and `hermes tools` names the variable. Default: none.
   */
  readonly requiredVariables?: readonly string[]
  /**
   * The time limit of one call in milliseconds. When a call reaches it, the executor aborts the call's `signal`. The model reads the
   * output that the tool still returns, and then that the limit was reached. The executor abandons a tool that ignores its signal
   * after a grace period, and drops its later output. Waiting for an approval does not count. Default: the executor's limit, which
   * is none by default.
   */
  readonly timeoutMs?: number
  /**
   * The longest result in characters, at most the executor's limit. The executor cuts a longer result to its head and tail, and writes
   * the full text to a file if it has a folder for it. `Infinity`: the tool limits its own results, and only the limit for all
   * results of an answer applies. Default: the executor's limit.
   */
  readonly maxResultChars?: number
  /**
   * Returns the description for a session with these tools, including this one, so that it mentions only tools that exist. Called
   * when a session is created, and the session keeps the text. Must be pure: the same tools give the same text. Arguments are still
   * validated with the tool's own `schema` and `parameters`.
   */
  adapt?(available: AvailableTools): Pick<ToolDefinition, 'description' | 'parameters'>
  /**
   * Whether the tool may be left out of the list, and found by search instead, when there are too many tools for the model's window.
   * For tools of servers and plugins. Default false.
   */
  readonly isDeferrable?: boolean
  /**
   * Whether its results are untrusted text, for example web pages or the output of third-party servers. The executor removes invisible
   * characters and marks the text as material. Omit it for a tool that marks its own results. Default false.
   */
  readonly isUntrusted?: boolean
  /**
   * Who writes the content of its results. A list of untrusted origins also applies to the tool's own description, which the model
   * reads with the first request. A function decides per call; if it throws, the origin is `tool`. Default: the owner, or `tool`
   * with {@link isUntrusted}.
   */
  readonly origins?: readonly ContentOrigin[] | ((args: JsonObject) => readonly ContentOrigin[])
  /**
   * Whether a call may change files in the workspace. A checkpoint precedes the first such call of a turn. A function decides per
   * call and must be quick; if it throws, the result is true. Default: true unless `effect` is `read`.
   */
  readonly changesFiles?: boolean | ((args: JsonObject) => boolean)
  /**
   * Whether a call may discard work that has no other copy, for example uncommitted changes. A checkpoint precedes each such call,
   * not only the first of a turn. A function decides per call and must be quick; if it throws, the result is true. Default false.
   */
  readonly dropsWork?: boolean | ((args: JsonObject) => boolean)
  /** An iteration that calls only such tools does not count toward the turn's iteration limit. Default false. */
  readonly isFreeOfBudget?: boolean
  /** Whether programs that the model writes may call it. Default false. */
  readonly callableFromPrograms?: boolean
  /**
   * Whether sub-agents may have it. Set `false` for a tool that talks to the user, writes data that outlives the task, or delegates
   * work. Default true.
   */
  readonly delegable?: boolean
  /**
   * One or two sentences for the system prompt of every session with the tool: when to use it, and what to prefer it to. Text beyond
   * {@link maxGuidanceChars} characters is cut. Default: none.
   */
  readonly guidance?: string
  /**
   * Assesses a call for the gate: the call runs, a person is asked, or the call is refused. If this throws or takes longer than 30
   * seconds, the call is blocked. Default: a tool whose `effect` is `read` runs; any other tool needs approval.
   */
  readonly assess?: AssessCall
  /**
   * Describes a call in one line for people: the path, the query. The line is cut to 200 characters, and omitted if this throws.
   * Default: the surface shows the most telling argument.
   */
  summarize?(args: JsonObject): string
  /**
   * Whether repeating a call does not count as a loop: for calls that wait, or whose effect does not show in their result. Default:
   * true for names that end in `poll`, `wait`, `job_status` and the like.
   */
  readonly mayRepeat?: boolean
  /**
   * Whether the tool runs the model's commands. A failing command is a finding, like a failing test, so different failures in a row
   * do not end the turn. Default false.
   */
  readonly runsCommands?: boolean
  /** How often the tool may be called in one turn. Default: no limit. */
  readonly callsPerTurn?: number
  /**
   * Whether it shows the text file that its argument `path` names, from line `offset` on. The executor refers the model to this tool
   * for results that were too long. Default false.
   */
  readonly readsFiles?: boolean
  /** Whether it searches earlier messages of the session. A compression refers the model to it. Default false. */
  readonly recallsSession?: boolean
  /**
   * What its calls do, for surfaces that show calls by kind. `edit` tools change files that their arguments name, and the approval
   * mode `edits` asks about each of their calls. Default: `read` if `effect` is `read`, otherwise `other`.
   */
  readonly kind?: 'read' | 'edit' | 'search' | 'execute' | 'fetch' | 'think' | 'other'
  /**
   * Returns the changes that a call would make, as a unified diff, for the person who is asked about the call. Must have no effects.
   * Default: no diff; a rejection also means no diff.
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
 * Whether a call may be repeated after a crash left its outcome unknown. `read`: the call changes nothing. `idempotent`: the call has
 * the same result however often it runs. `once`: the call must not be repeated.
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

/** Returns one line about a call: see {@link ToolTraits.summarize}. `undefined` if the tool provides none. Never throws. */
export function summarizeCall(tool: ToolFacts, args: JsonObject): string | undefined {
  try {
    const line = tool.summarize?.(args).replaceAll(/\s+/g, ' ').trim()
    return line ? line.slice(0, longestSummary).toWellFormed() : undefined
  } catch {
    return undefined
  }
}

/** Returns who writes the content of a call's result, if the tool declares it: see {@link ToolTraits.origins}. Never throws. */
export function declaredOrigins(tool: ToolFacts, args: JsonObject): readonly ContentOrigin[] {
  const { name, isUntrusted = false, origins = isUntrusted ? [{ kind: 'tool', name }] : [] } = tool
  if (typeof origins !== 'function') return origins
  try {
    return origins(args)
  } catch {
    return [{ kind: 'tool', name }]
  }
}

/** Returns who wrote the description of a tool: see {@link ToolTraits.origins}. */
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
