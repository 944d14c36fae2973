import type { Conversations, Sender } from '@hermes/conversations'
import type { CommandTable } from '@hermes/conversations/commands'
import type { Logger, ModelChoice, SessionId, SessionStore, Usage } from '@hermes/core'
import type { Question, QuestionDesk } from '@hermes/core/questions'
import type { AgentFor } from '@hermes/core/wiring'

/** The services of the program that serves clients. */
export interface RpcHost {
  readonly version: string
  readonly store: SessionStore
  readonly logger: Logger
  /** The absolute folder of sessions that name none. */
  readonly workingDirectory: string
  /** Stored with sessions that begin here. Default `rpc`. */
  readonly source?: string
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
  /** The background processes of a session. Default: they are not listed. */
  processes?(id: SessionId): Promise<readonly RpcProcess[]>
  /** Ends the background processes of a session. @returns their number. */
  stopProcesses(id: SessionId): Promise<number>
  /**
   * Finds skills that a message can begin with. Absent: there are none.
   *
   * @throws for one that is not there.
   * @returns what puts them before a message.
   */
  preloadSkills?(names: readonly string[]): Promise<BeginWithSkills>
  /** The running sub-agents of sessions. */
  readonly subagents: RpcSubagents
  /** Reloads settings, variables and servers. @returns whether something changed. */
  reload(): Promise<boolean>
}

/** A message with the text of skills before it. */
export type BeginWithSkills = (message: string) => Promise<string>

export interface RpcSubagents {
  /** At all depths, in order of their start. */
  of(session: SessionId): readonly RpcSubagent[]
  /** `false`: the session has no such sub-agent. */
  steer(session: SessionId, id: SessionId, text: string): boolean
  /** `false`: the session has no such sub-agent. */
  interrupt(session: SessionId, id: SessionId): boolean
  /** `false`: the session has no such sub-agent. */
  pause(session: SessionId, id: SessionId): boolean
  /** `false`: the session has no such sub-agent. */
  resume(session: SessionId, id: SessionId): boolean
}

export interface RpcSubagent {
  /** Its session. */
  readonly id: SessionId
  readonly parentId: SessionId
  /** 1 for sub-agents of a user's turn. */
  readonly depth: number
  readonly goal: string
  readonly startedAtMs: number
  readonly state: 'waiting' | 'running' | 'paused' | 'stopping'
  /** The running tool, or `thinking`. */
  readonly doing: string
  readonly iterations: number
  readonly toolCalls: number
  readonly usage: Usage
}

export interface RpcProcess {
  readonly id: string
  readonly command: string
  readonly startedAtMs: number
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
