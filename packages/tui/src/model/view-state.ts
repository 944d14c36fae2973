import type { CallPace } from '@hermes/conversations'
import type { CommandOutcome } from '@hermes/conversations/commands'
import type { RequestParams, RequestResult } from '@hermes/rpc/schemas'
import type { AskedQuestion } from './asked-question.js'

/** One part of the transcript. A block that has changed is a new object. */
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
      /** It says why a turn failed. */
      readonly endsTurn?: true
    }

export interface UserBlock {
  readonly type: 'user'
  readonly id: string
  readonly text: string
  readonly atMs?: number
  /** It was for the interface, and is no message of the session. */
  readonly isCommand?: true
}

/** What a command has answered, as data. */
export interface OutcomeBlock {
  readonly type: 'outcome'
  readonly id: string
  readonly outcome: ShownOutcome
  readonly answeredAtMs: number
}

/** In the language of the person. */
export type ShownOutcome = Extract<CommandOutcome, { readonly type: 'table' | 'diff' }>

/** What helps with an error, as a server of Hermes RPC tells it. */
export type Remedy = Readonly<Record<string, unknown>>

/** Markdown. */
export interface AnswerBlock {
  readonly type: 'answer'
  readonly id: string
  readonly text: string
  /** It is still written, and a restart discards it. */
  readonly isDraft: boolean
  /** When the message began. The blocks that continue it have none. */
  readonly atMs?: number
}

/** What the model thought before an answer or a call: the end of a very long one. */
export interface ReasoningBlock {
  readonly type: 'reasoning'
  readonly id: string
  readonly text: string
  /** It is still written, and a restart discards it. */
  readonly isDraft: boolean
}

/** Whether a call was allowed to run, as a person has decided, here or elsewhere. */
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
  /** It changes a file. */
  readonly isEdit?: true
  readonly status: 'running' | 'done' | 'failed'
  /** The end of the output so far, or of the result. */
  readonly output: string
  /** The output is that of a command that has ended. */
  readonly isCommand?: boolean
  /** How many lines such a command has printed, also those before the end that is kept. */
  readonly printedLines?: number
  /** Of a command that failed. */
  readonly exitCode?: number
  /** Why the call was not allowed to run. */
  readonly refusal?: string
  readonly durationMs?: number
  /** Of a call that asked a person. */
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
  /** When the latest turn began. */
  readonly turnSinceMs?: number
  /** When the latest turn ended. */
  readonly idleSinceMs?: number
  readonly pace: CallPace
  /** How often the session was compressed since it is shown. */
  readonly compressions: number
  /** The edits of the latest turn that failed, and were not repeated; `undefined`: they are not listed. */
  readonly failedEdits: readonly string[] | undefined
  /** Of a sub-agent: the call that started it. */
  readonly callId?: string
  /** Of a sub-agent: its latest answer calls no tools. */
  readonly hasAnswered?: boolean
  /** What a command does that has not ended, as it reports. */
  readonly progress?: string
  /** What the model does now. */
  readonly doing: string
  /** The size of the latest request. */
  readonly contextTokens: number
  readonly outputTokens: number
  /** What the sub-agents of the latest turn have said and done, at all depths, by the ids of their sessions. */
  readonly children: Readonly<Record<string, ViewState>>
  /** For ids of blocks. */
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
