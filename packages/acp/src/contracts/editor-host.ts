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
  /** Returns how a person can sign in. The first complete sign-in needs no action. */
  signIns(): readonly SignIn[]
  /** Opens a folder for one session. */
  open(request: OpenWorkspace): Promise<EditorWorkspace>
}

export interface SignIn {
  readonly id: string
  readonly name: string
  readonly description: string
  /** The arguments of the program that signs in on a terminal. Absent: the sign-in is complete. */
  readonly terminalArguments?: readonly string[]
}

export interface OpenWorkspace {
  /** Absolute path of the folder. */
  readonly workingDirectory: string
  /** The model of the resumed conversation. Default: the configured model. */
  readonly model?: ModelChoice
  /** Servers that the editor passes to the session. */
  readonly mcpServers: readonly McpServer[]
  /** Returns the files as the editor has them, with unsaved changes. Absent if the editor shares none. */
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
  /** Returns the approval mode of conversations without a choice. */
  usualMode(): ApprovalMode
  canAllowForGood(question: Question): boolean
  /** Stores a permanent permission. Does not answer the question. */
  allowForGood(question: Question): Promise<unknown>
  /** Returns the available models, the most useful first. */
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
  /** The files that the call names, as the model wrote them. */
  readonly paths: readonly string[]
}
