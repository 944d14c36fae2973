import type { McpServer } from '@agentclientprotocol/sdk/unstable'
import type { Conversations } from '@hermes/conversations'
import type { ApprovalMode, CommandTable } from '@hermes/conversations/commands'
import type { JsonObject, Logger, ModelChoice, SessionStore, ToolTraits } from '@hermes/core'
import type { FileSystem } from '@hermes/core/environment'
import type { Question, QuestionDesk } from '@hermes/core/questions'
import type { AgentFor } from '@hermes/core/wiring'

/** The services of the program that serves an editor. */
export interface EditorHost {
  readonly version: string
  readonly store: SessionStore
  readonly logger: Logger
  /** How a person can sign in. The first one that is complete needs no action. */
  signIns(): readonly SignIn[]
  /** Opens a folder for one session. */
  open(request: OpenWorkspace): Promise<EditorWorkspace>
}

export interface SignIn {
  readonly id: string
  readonly name: string
  readonly description: string
  /** The arguments of the program that signs in on a terminal. Absent: it is complete. */
  readonly terminalArguments?: readonly string[]
}

export interface OpenWorkspace {
  /** Absolute. */
  readonly workingDirectory: string
  /** The model of the conversation that is resumed. Default: the configured one. */
  readonly model?: ModelChoice
  /** Servers that the editor passes to the session. */
  readonly mcpServers: readonly McpServer[]
  /** The files as the editor has them, with unsaved changes. Absent if it shares none. */
  readonly filesOf?: (files: FileSystem) => FileSystem
}

/** A folder with its own environment, tools and questions. Disposed with its session. */
export interface EditorWorkspace extends AsyncDisposable {
  readonly conversations: Conversations
  readonly commands: CommandTable
  readonly questions: QuestionDesk
  readonly agentFor: AgentFor
  /** Describes a call for the display. */
  describeCall(tool: string, args: JsonObject): CallDescription
  /** The approval mode of conversations without a choice. */
  usualMode(): ApprovalMode
  canAllowForGood(question: Question): boolean
  /** Stores the permanent permission. Does not answer the question. */
  allowForGood(question: Question): Promise<unknown>
  /** The models on offer, the most useful first. */
  models(signal: AbortSignal): Promise<readonly AskedModel[]>
}

export interface AskedModel {
  readonly model: string
  readonly provider: string
  readonly detail?: string
}

export interface CallDescription {
  readonly kind: NonNullable<ToolTraits['kind']>
  /** One line about the call. */
  readonly summary?: string
  /** The files that it names, as the model wrote them. */
  readonly paths: readonly string[]
}
