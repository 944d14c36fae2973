import type {
  Agent,
  Environment,
  JsonObject,
  Logger,
  PromptSection,
  SessionId,
  SessionStore,
  SlashCommand,
  ToolDefinition,
} from '@hermes/core'
import type { QuestionDesk } from '@hermes/core/questions'
import type { AgentFor, AuxiliaryModel, AuxiliaryTask, HostHooks } from '@hermes/core/wiring'
import type { Speaker, Transcriber } from '@hermes/media'
import type { SkillStarter } from '@hermes/skills'
import type { RunningChildren } from '@hermes/tools'
import type { Checkpoints } from '@hermes/tools/checkpoints'
import type { Approvals } from './approvals/approvals.js'
import type { HomeSettings } from './config/edit/home-settings.js'
import type { ConfigChange } from './config/live/config-change.js'
import type { NamedModel } from './config/sources/model-aliases-of.js'
import type { OwnModel } from './config/sources/own-model-of.js'
import type { FeatureDescription } from './features/describe-features.js'
import type { HomePaths, Variables } from './home/home-paths.js'
import type { LoadedTokenCounter } from './model/load-token-counter.js'
import type { OfferedProvider } from './model/offered-models.js'
import type { RuntimeModel } from './model/runtime-model.js'
import type { Config } from './schema/config-schema.js'
import type { ModelCalls } from './services/model-calls.js'
import type { JobServices } from './services/open-jobs.js'
import type { SessionProcesses } from './services/session-processes.js'
import type { CallDescription } from './toolsets/describe-call.js'
import type { ToolStatus } from './toolsets/tool-status.js'

/** Everything that a surface needs. Disposing it ends its processes, and closes the store unless a host shares it with other surfaces. */
export interface Runtime extends AsyncDisposable {
  /** The settings of the latest turn for which `agentFor` was called. */
  readonly config: Config
  /** The variables of the process and of `.env`, secrets included, as of the same turn. */
  readonly variables: Variables
  readonly paths: HomePaths
  /** The configured model, or the model that the surface was opened with; see {@link OpenOptions.model}. */
  readonly model: RuntimeModel
  /** The agent for {@link Runtime.model}, with the settings as of the last `agentFor` call. */
  readonly agent: Agent
  /**
   * Returns the agent for the choices of a conversation, with the current settings. Call it before each turn. If the settings are invalid,
   * the previous ones stay in effect and the error is reported to {@link Surface.onConfigChange}.
   */
  readonly agentFor: AgentFor
  /** Returns the model for the side task `auxiliary.<task>`; `undefined` if only the offline stand-in is available. */
  auxiliary(task: AuxiliaryTask): AuxiliaryModel | undefined
  readonly store: SessionStore
  /** Counts the model calls of all surfaces of the home, for accounting. */
  readonly modelCalls: ModelCalls
  /** The services that {@link openJobs} takes. */
  readonly jobServices: JobServices
  /** The open questions and their answers. Attach a surface to it, or answer by id. */
  readonly questions: QuestionDesk
  /** The background processes of sessions. */
  readonly processes: SessionProcesses
  /** The plugins' hooks for events outside of turns. */
  readonly hooks: HostHooks
  /** The running sub-agents of conversations, which people can watch, steer and stop. */
  readonly subagents: Pick<RunningChildren, 'of' | 'steer' | 'pause' | 'resume' | 'interrupt'>
  /**
   * Hands a session over to a chat, `network` or `network:chat[:thread]`, where its owner continues it. Resolves when the chat has received the notice.
   * @throws {ConfigError} when the settings or the store have no such chat; {@link HermesError} `gateway/handoff` when no gateway accepts it.
   */
  handOver(id: SessionId, target: string, signal: AbortSignal): Promise<void>
  /**
   * Reloads settings, variables and logins now, without waiting for the next turn.
   * @returns the changes; `undefined` if there are none.
   */
  reload(): Promise<ConfigChange | undefined>
  /** The settings that people may view and change. */
  readonly settings: HomeSettings
  /** The approval settings that people may change. */
  readonly approvals: Approvals
  /** The checkpoints of the working folder. Absent if checkpoints are off. */
  readonly checkpoints: Checkpoints | undefined
  /** The skills that people can start by name. Absent if skills are off. */
  readonly skills: SkillStarter | undefined
  /** Transcribes voice messages. Absent if no service for it is configured. */
  readonly transcriber: Transcriber | undefined
  /** Turns text into speech. Absent if no service for it is configured. */
  readonly speaker: Speaker | undefined
  /** The environment for commands and files. Programs that inspect the project must run here, inside its sandbox. */
  readonly environment: Environment
  /** A sentence that says why the environment is unavailable and refuses its calls. Absent if it is available. See {@link Surface.isInspection}. */
  readonly environmentProblem?: string
  readonly logger: Logger
  /** Warnings to show to the user once, one sentence each. */
  readonly warnings: readonly string[]
  /**
   * The subset of {@link warnings} to show even in non-interactive runs: those about safety, cost limits, and damage or loss in the session store.
   */
  readonly safetyWarnings: readonly string[]
  /** Returns the tools of a new session. */
  tools(): Promise<readonly ToolDefinition[]>
  /** The system prompt sections of a new session, in order, followed by what each request adds to them. */
  readonly promptSections: readonly PromptSection[]
  /** Returns a counter for token counts that are shown to people. */
  tokenCounter(): Promise<LoadedTokenCounter>
  /** Returns the providers that can be called now, the configured one first, each with its known models. */
  describeModels(): Promise<readonly OfferedProvider[]>
  /** Returns the configured short names of models, each with the model that `/model` selects. */
  modelAliases(): Readonly<Record<string, NamedModel>>
  /** Returns the model named by `server:model`, where the server is listed in the section `providers`; `undefined` for any other text. */
  ownModel(text: string): OwnModel | undefined
  /** Returns all tools, each with whether a new session gets it, or the reason why not. */
  describeTools(): Promise<readonly ToolStatus[]>
  /** Describes a call of any tool, for display. */
  describeCall(tool: string, args: JsonObject): CallDescription
  /** Returns the commands of features and plugins, for the command table of the surface. */
  commands(): readonly SlashCommand[]
  /** Returns a description of each feature around the agent. */
  describeFeatures(): readonly FeatureDescription[]
}
