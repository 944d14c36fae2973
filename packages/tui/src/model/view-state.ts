import type { CallPace } from '@hermes/conversations'
import type { CommandOutcome } from '@hermes/conversations/commands'
import type { RequestParams, RequestResult } from '@hermes/rpc/schemas'
import type { AskedQuestion } from './asked-question.js'

/** One part of the transcript. A changed block is a new object. */
export type Block =
  | UserBlock
  | AnswerBlock
  | OutcomeBlock
  | ToolBlock
  | ReasoningBlock
  | DecisionBlock
  | {
      readonly type: 'note'
      readonly id: string
      readonly tone: 'info' | 'warning' | 'error'
      readonly text: string
      readonly remedy?: Remedy
      /** Set when the note says why a turn failed. */
      readonly endsTurn?: true
    }

export interface UserBlock {
  readonly type: 'user'
  readonly id: string
  readonly text: string
  readonly atMs?: number
  /** Set when the message was for the interface, and is not a message of the session. */
  readonly isCommand?: true
}

/** The answer of a command, as data. */
export interface OutcomeBlock {
  readonly type: 'outcome'
  readonly id: string
  readonly outcome: ShownOutcome
  readonly answeredAtMs: number
}

/** An outcome in the language of the person. */
export type ShownOutcome = Extract<CommandOutcome, { readonly type: 'table' | 'diff' }>

/** Helps with an error, as a server of Hermes RPC describes it. */
export type Remedy = Readonly<Record<string, unknown>>

/** An answer in Markdown. */
export interface AnswerBlock {
  readonly type: 'answer'
  readonly id: string
  readonly text: string
  /** Whether the answer is unfinished. A restart discards it. */
  readonly isDraft: boolean
  /** When the message started. Absent in the blocks that continue it. */
  readonly atMs?: number
}

/** The reasoning of the model before an answer or a call. Only the end of a very long one. */
export interface ReasoningBlock {
  readonly type: 'reasoning'
  readonly id: string
  readonly text: string
  /** Whether the reasoning is unfinished. A restart discards it. */
  readonly isDraft: boolean
}

/** Whether a call was allowed to run, as decided by a person, here or elsewhere. */
export interface DecisionBlock {
  readonly type: 'decision'
  readonly id: string
  readonly question: RequestParams<'approval'>['question']
  readonly decision: RequestResult<'approval'>
}

export interface ToolBlock {
  readonly type: 'tool'
  readonly id: string
  readonly name: string
  readonly summary: string
  /** Set when the call changes a file. */
  readonly isEdit?: true
  readonly status: 'running' | 'done' | 'failed'
  /** The end of the output so far, or of the result. */
  readonly output: string
  /** Whether the output is that of a command that has ended. */
  readonly isCommand?: boolean
  /** Number of lines that such a command has printed, including those before the end that is kept. */
  readonly printedLines?: number
  /** The exit code of a command that failed. */
  readonly exitCode?: number
  /** Why the call was not allowed to run. */
  readonly refusal?: string
  readonly durationMs?: number
  /** The question of a call that asked a person. */
  readonly asked?: AskedQuestion
  /** The changes that the call made. */
  readonly diff?: string
}

export interface Todo {
  readonly content: string
  readonly status: string
}

/** What a terminal shows of one session. */
export interface ViewState {
  readonly blocks: readonly Block[]
  readonly activity: 'idle' | 'running' | 'waiting'
  readonly queued: readonly { readonly id: string; readonly text: string }[]
  /** The agent's list of tasks. */
  readonly todos: readonly Todo[]
  /** When the latest turn started. */
  readonly turnSinceMs?: number
  /** When the latest turn ended. */
  readonly idleSinceMs?: number
  readonly pace: CallPace
  /** Number of compressions of the session since it is shown. */
  readonly compressions: number
  /** The edits of the latest turn that failed and were not repeated. `undefined`: they are not listed. */
  readonly failedEdits: readonly string[] | undefined
  /** The call that started the sub-agent. Absent for sessions. */
  readonly callId?: string
  /** Whether the latest answer of the sub-agent calls no tools. Absent for sessions. */
  readonly hasAnswered?: boolean
  /** The progress that a running command reports. */
  readonly progress?: string
  /** The current activity of the model. */
  readonly doing: string
  /** The size of the latest request. */
  readonly contextTokens: number
  readonly outputTokens: number
  /** What the sub-agents of the latest turn have said and done, at all depths, by session id. */
  readonly children: Readonly<Record<string, ViewState>>
  /** The counter for ids of blocks. */
  readonly nextId: number
}

export const emptyView: ViewState = {
  blocks: [],
  activity: 'idle',
  queued: [],
  todos: [],
  pace: {},
  compressions: 0,
  failedEdits: [],
  doing: '',
  contextTokens: 0,
  outputTokens: 0,
  children: {},
  nextId: 1,
}
