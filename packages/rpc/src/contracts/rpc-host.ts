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
  /** The absolute folder of sessions that do not name one. */
  readonly workingDirectory: string
  /** The source that is stored with sessions that start here. Default: `rpc`. */
  readonly source?: string
  /** The person that clients act for. */
  readonly sender: Sender
  /** Opens a folder for one session. */
  open(request: OpenRpcWorkspace): Promise<RpcWorkspace>
}

export interface OpenRpcWorkspace {
  /** The requested folder. If it does not exist, it is replaced: see {@link RpcWorkspace.workingDirectory}. */
  readonly workingDirectory: string
  /** The model of the resumed conversation. Default: the configured model. */
  readonly model?: ModelChoice
}

/** A folder with its own environment, tools and questions. Disposed with its session. */
export interface RpcWorkspace extends AsyncDisposable {
  /** Absolute path of the folder. */
  readonly workingDirectory: string
  readonly conversations: Conversations
  readonly commands: CommandTable
  readonly questions: QuestionDesk
  readonly agentFor: AgentFor
  canAllowForGood(question: Question): boolean
  /** Stores a permanent permission. Does not answer the question. */
  allowForGood(question: Question): Promise<unknown>
  /** Returns the available models, the most useful first. */
  models(signal: AbortSignal): Promise<readonly RpcModel[]>
  tools(): Promise<readonly RpcTool[]>
  /** Returns the settings that differ from their defaults. */
  settings(): Promise<readonly { readonly name: string; readonly value: string }[]>
  /** Returns the background processes of a session. Default: they are not listed. */
  processes?(id: SessionId): Promise<readonly RpcProcess[]>
  /** Ends the background processes of a session. @returns their number. */
  stopProcesses(id: SessionId): Promise<number>
  /**
   * Finds skills that a message can start with. Absent: there are none.
   *
   * @throws for a skill that does not exist.
   * @returns a function that puts them before a message.
   */
  preloadSkills?(names: readonly string[]): Promise<BeginWithSkills>
  /** The running sub-agents of sessions. */
  readonly subagents: RpcSubagents
  /** Reloads settings, variables and servers. @returns whether something changed. */
  reload(): Promise<boolean>
}

/** Returns a message with the text of skills before it. */
export type BeginWithSkills = (message: string) => Promise<string>

export interface RpcSubagents {
  /** Returns the sub-agents at all depths, in the order in which they started. */
  of(session: SessionId): readonly RpcSubagent[]
  /** Sends a text to a sub-agent. @returns `false` if the session has no such sub-agent. */
  steer(session: SessionId, id: SessionId, text: string): boolean
  /** Interrupts a sub-agent. @returns `false` if the session has no such sub-agent. */
  interrupt(session: SessionId, id: SessionId): boolean
  /** Pauses a sub-agent. @returns `false` if the session has no such sub-agent. */
  pause(session: SessionId, id: SessionId): boolean
  /** Resumes a sub-agent. @returns `false` if the session has no such sub-agent. */
  resume(session: SessionId, id: SessionId): boolean
}

export interface RpcSubagent {
  /** The session of the sub-agent. */
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
