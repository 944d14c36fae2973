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

/**
 * Everything that one surface needs. Disposing it ends its processes, and closes the store unless a host shares it with other surfaces.
 */
export interface Runtime extends AsyncDisposable {
  /** The settings of the latest turn for which `agentFor` was called. */
  readonly config: Config
  /** The process's variables with those of `.env`, secrets included, as of the same turn. */
  readonly variables: Variables
  readonly paths: HomePaths
  /** The configured model, or the one that the surface was opened with: see {@link OpenOptions.model}. */
  readonly model: RuntimeModel
  /** The agent of {@link Runtime.model}. It follows the settings as of the last `agentFor` call. */
  readonly agent: Agent
  /**
   * The agent for a conversation's choice with the current settings. Call it before each turn. Invalid settings leave the previous ones in
   * effect and are reported to {@link Surface.onConfigChange}.
   */
  readonly agentFor: AgentFor
  /** The model for the side task `auxiliary.<task>`; `undefined` if only the offline stand-in is available. */
  auxiliary(task: AuxiliaryTask): AuxiliaryModel | undefined
  readonly store: SessionStore
  /** The model calls that all surfaces of the home count, for accounting. */
  readonly modelCalls: ModelCalls
  /** For {@link openJobs}. */
  readonly jobServices: JobServices
  /** Open questions and their answers: attach a surface, or answer by id. */
  readonly questions: QuestionDesk
  /** The background processes of sessions. */
  readonly processes: SessionProcesses
  /** The hooks of the plugins for what happens outside of turns. */
  readonly hooks: HostHooks
  /** The running sub-agents of conversations, for people to watch, steer and stop. */
  readonly subagents: Pick<RunningChildren, 'of' | 'steer' | 'pause' | 'resume' | 'interrupt'>
  /**
   * Hands a session over to a chat, `network` or `network:chat[:thread]`, where its owner continues it. Resolves when the chat has received the notice.
   * @throws {ConfigError} when the settings or the store have no such chat; {@link HermesError} `gateway/handoff` when no gateway takes it.
   */
  handOver(id: SessionId, target: string, signal: AbortSignal): Promise<void>
  /**
   * Reloads settings, variables and logins now instead of at the next turn.
   * @returns the changes; `undefined` if there are none.
   */
  reload(): Promise<ConfigChange | undefined>
  /** The settings that people may look at and change. */
  readonly settings: HomeSettings
  /** Approval settings that people may change. */
  readonly approvals: Approvals
  /** The checkpoints of the working folder. Absent if none are taken. */
  readonly checkpoints: Checkpoints | undefined
  /** The skills that people can start by name. Absent if skills are switched off. */
  readonly skills: SkillStarter | undefined
  /** Turns voice messages into text. Absent if nothing that does is set up. */
  readonly transcriber: Transcriber | undefined
  /** Turns text into speech. Absent if nothing that does is set up. */
  readonly speaker: Speaker | undefined
  /** The environment of commands and files. Programs that inspect the project must run here, inside its sandbox. */
  readonly environment: Environment
  /** Why it is not available and refuses its calls, in a sentence. Absent: it is. See {@link Surface.isInspection}. */
  readonly environmentProblem?: string
  readonly logger: Logger
  /** Shown to the user once, one sentence each. */
  readonly warnings: readonly string[]
  /** The subset to be shown even in non-interactive runs: what concerns safety and limits of cost, and damage or loss in the session store. */
  readonly safetyWarnings: readonly string[]
  /** The tools that a new session gets. */
  tools(): Promise<readonly ToolDefinition[]>
  /** The system prompt sections of a new session, in order, and last what each request adds to them. */
  readonly promptSections: readonly PromptSection[]
  /** Counts tokens for people to see. */
  tokenCounter(): Promise<LoadedTokenCounter>
  /** The providers that can be called now, the configured one first, with the models that are known of each. */
  describeModels(): Promise<readonly OfferedProvider[]>
  /** The short names for models of the settings, each with what `/model` chooses. */
  modelAliases(): Readonly<Record<string, NamedModel>>
  /** The model that `server:model` names, where the server is one of the section `providers`; `undefined` for another text. */
  ownModel(text: string): OwnModel | undefined
  /** All tools, each with its availability in a new session or the reason. */
  describeTools(): Promise<readonly ToolStatus[]>
  /** Describes a call, of any tool, for the display. */
  describeCall(tool: string, args: JsonObject): CallDescription
  /** The commands of features and plugins, for the command table of the surface. */
  commands(): readonly SlashCommand[]
  /** The features around the agent. */
  describeFeatures(): readonly FeatureDescription[]
}
