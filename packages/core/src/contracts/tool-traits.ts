import type { AssessCall } from './assessment.js'
import type { JsonObject } from './json.js'
import type { ToolDefinition } from './tool-definition.js'

/** What a tool may declare about itself. Every member is optional and kept by {@link defineTool}. */
export interface ToolTraits {
  /** Asked at the beginning of each turn. Default: available. One that throws, or takes longer than 5 s, means no. */
  readonly isAvailable?: () => boolean | Promise<boolean>
  /**
   * Environment variables (or the secrets of a home) without which the tool cannot work, any of them missing or empty.
   * Whoever wires the executor knows their values; it then counts the tool as unavailable, and `hermes tools` names what is
   * missing. Default: none.
   */
  readonly requiredVariables?: readonly string[]
  /**
   * How long one call may run, in milliseconds. Then its `signal` is aborted, and the model reads that the limit was
   * reached, after whatever the tool still gives back. A tool that ignores its signal is left to itself after the grace of the executor; what it does from then on
   * reaches nobody. Waiting for an approval does not count. Default: the limit of the executor, which by default is none.
   */
  readonly timeoutMs?: number
  /**
   * The longest result in characters, at most the limit of the executor; what is longer becomes its head and tail, and the
   * whole goes to a file where the executor has a place for it. `Infinity`: the tool bounds its own results, and only the
   * limit for all results of an answer counts. Default: the limit of the executor.
   */
  readonly maxResultChars?: number
  /**
   * The text for a session that has these tools, its own among them: a description that names other tools does so only where
   * they are there. Called when a session begins; the session keeps what it was given. Must be pure: the same tools, the same
   * text. Arguments are still checked against the tool's own `schema` and `parameters`.
   */
  adapt?(available: AvailableTools): Pick<ToolDefinition, 'description' | 'parameters'>
  /**
   * The tool may be left out of the list and found by search instead, where there are too many for the model's window: for
   * tools of servers and plugins. Default false.
   */
  readonly isDeferrable?: boolean
  /**
   * Its results were written by strangers, as pages and other people's servers write them: the executor takes invisible
   * characters out and marks the text as material. A tool that marks its own results leaves this out. Default false.
   */
  readonly isUntrusted?: boolean
  /**
   * Whether a call may change files of the workspace: the first such call of a turn is preceded by a checkpoint. A function
   * decides call by call and must be quick; one that throws means true. Default: true unless `effect` is `read`.
   */
  readonly changesFiles?: boolean | ((args: JsonObject) => boolean)
  /** An iteration whose calls are all of such tools does not count towards the iterations of a turn. Default false. */
  readonly isFreeOfBudget?: boolean
  /** A program of the model's may call it. Default false. */
  readonly callableFromPrograms?: boolean
  /**
   * A sub-agent may have it. `false` for a tool that talks to the user, writes what outlives the task, or hands work on.
   * Default true.
   */
  readonly delegable?: boolean
  /**
   * One or two sentences that join the system prompt of every session that has the tool: when to use it, what to prefer it
   * to. At most {@link maxGuidanceChars} characters; what is longer is cut. Default: none.
   */
  readonly guidance?: string
  /**
   * Says what a call would do, for the gate: it runs, a person is asked, or it is refused. A call blocks where this throws or
   * takes longer than 30 seconds. Default: a tool whose `effect` is `read` runs; about any other tool a person is asked.
   */
  readonly assess?: AssessCall
  /**
   * What a call is about, in one line for people: the path, the query. What throws, or is longer than 200 characters, is left
   * out or cut. Default: the surface shows the most telling argument.
   */
  summarize?(args: JsonObject): string
  /**
   * Calls that wait, or whose effect does not show in their result: they may repeat without being taken for a loop. Default:
   * names that end in `poll`, `wait`, `job_status` and the like.
   */
  readonly mayRepeat?: boolean
  /**
   * The tool runs commands of the model's: a failing one is a finding, as a red test is, so different ones in a row do not end
   * a turn. Default false.
   */
  readonly runsCommands?: boolean
  /** How often the tool may be called in one turn. Default: no limit. */
  readonly callsPerTurn?: number
  /**
   * Shows a text file that its argument `path` names, from line `offset` on: the model is referred to it for results that were
   * too long. Default false.
   */
  readonly readsFiles?: boolean
  /** Finds what was said earlier in the session: a compression refers the model to it. Default false. */
  readonly recallsSession?: boolean
}

/** Longest {@link ToolTraits.guidance}. */
export const maxGuidanceChars = 1_000

/**
 * What may be run again when a crash left it unknown whether the call happened: `read` changes nothing, `idempotent` ends the
 * same however often it runs, `once` must not be repeated.
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

/** What a call is about, on one line: see {@link ToolTraits.summarize}. `undefined` where the tool does not say. Never throws. */
export function summarizeCall(tool: ToolFacts, args: JsonObject): string | undefined {
  try {
    const line = tool.summarize?.(args).replaceAll(/\s+/g, ' ').trim()
    return line ? line.slice(0, longestSummary).toWellFormed() : undefined
  } catch {
    return undefined
  }
}

/** Whether a call may change files: see {@link ToolTraits.changesFiles}. Never throws. */
export function mayChangeFiles({ effect, changesFiles = effect !== 'read' }: ToolFacts, args: JsonObject): boolean {
  if (typeof changesFiles === 'boolean') return changesFiles
  try {
    return changesFiles(args)
  } catch {
    // What cannot tell may change anything.
    return true
  }
}
