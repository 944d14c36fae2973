import type { Conversations, Sender } from '@hermes/conversations'
import type { CommandTable } from '@hermes/conversations/commands'
import type { Logger, ModelChoice, SessionId, SessionStore } from '@hermes/core'
import type { Question, QuestionDesk } from '@hermes/core/questions'
import type { AgentFor } from '@hermes/core/wiring'

/** The services of the program that serves clients. */
export interface RpcHost {
  readonly version: string
  readonly store: SessionStore
  readonly logger: Logger
  /** The absolute folder of sessions that name none. */
  readonly workingDirectory: string
  /** The person that clients act for. */
  readonly sender: Sender
  /** Opens a folder for one session. */
  open(request: OpenRpcWorkspace): Promise<RpcWorkspace>
}

export interface OpenRpcWorkspace {
  /** The wanted folder. One that does not exist is replaced: see {@link RpcWorkspace.workingDirectory}. */
  readonly workingDirectory: string
  /** The model of the conversation that is resumed. Default: the configured one. */
  readonly model?: ModelChoice
}

/** A folder with its own environment, tools and questions. Disposed with its session. */
export interface RpcWorkspace extends AsyncDisposable {
  /** Absolute. */
  readonly workingDirectory: string
  readonly conversations: Conversations
  readonly commands: CommandTable
  readonly questions: QuestionDesk
  readonly agentFor: AgentFor
  canAllowForGood(question: Question): boolean
  /** Stores the permanent permission. Does not answer the question. */
  allowForGood(question: Question): Promise<unknown>
  /** The models on offer, the most useful first. */
  models(signal: AbortSignal): Promise<readonly RpcModel[]>
  tools(): Promise<readonly RpcTool[]>
  /** The settings that differ from their defaults. */
  settings(): Promise<readonly { readonly name: string; readonly value: string }[]>
  /** Ends the background processes of a session. @returns their number. */
  stopProcesses(id: SessionId): Promise<number>
  /** Reloads settings, variables and servers. @returns whether something changed. */
  reload(): Promise<boolean>
}

export interface RpcModel {
  readonly model: string
  readonly provider: string
  readonly detail?: string
}

export interface RpcTool {
  readonly name: string
  readonly toolset: string
  readonly isEnabled: boolean
  /** Why it is not enabled. */
  readonly reason?: string
}
