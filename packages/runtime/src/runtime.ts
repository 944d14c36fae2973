import type {
  Agent,
  Environment,
  Logger,
  PromptSection,
  SessionStore,
  SlashCommand,
  ToolDefinition,
} from '@hermes/core'
import type { QuestionDesk } from '@hermes/core/questions'
import type { AgentFor, AuxiliaryModel, AuxiliaryTask } from '@hermes/core/wiring'
import type { Checkpoints } from '@hermes/tools/checkpoints'
import type { Approvals } from './approvals/approvals.js'
import type { FeatureDescription } from './features/describe-features.js'
import type { HomePaths } from './home/home-paths.js'
import type { RuntimeModel } from './model/runtime-model.js'
import type { Config } from './schema/config-schema.js'
import type { SessionProcesses } from './services/session-processes.js'
import type { ToolStatus } from './toolsets/tool-status.js'

/**
 * Everything that one surface needs, wired from a home. Disposing it ends its processes, and closes the store where no host
 * shares that with other surfaces.
 */
export interface Runtime extends AsyncDisposable {
  /** As of the newest turn that `agentFor` was asked for. */
  readonly config: Config
  readonly paths: HomePaths
  /** What answers: shown in banners and `/status`. */
  readonly model: RuntimeModel
  /** The agent that the settings name. It follows them as they were when `agentFor` was asked last. */
  readonly agent: Agent
  /**
   * The agent of a conversation's own choice, under the settings of this moment: to be asked for before each turn. Settings that
   * cannot work leave those before them in force, and {@link Surface.onConfigChange} hears of it.
   */
  readonly agentFor: AgentFor
  /** The model for a side task, as `auxiliary.<task>` has it; `undefined` where only the offline stand-in could answer. */
  auxiliary(task: AuxiliaryTask): AuxiliaryModel | undefined
  readonly store: SessionStore
  /** Where questions are answered from, whichever surface shows them: attach one, or answer by id. */
  readonly questions: QuestionDesk
  /** What runs in the background for sessions. */
  readonly processes: SessionProcesses
  /** What people may change about approvals. */
  readonly approvals: Approvals
  /** The working folder as it was before the agent changed it. Absent where no checkpoints are taken. */
  readonly checkpoints: Checkpoints | undefined
  /** Where commands run and files are. What looks at the project by a program runs that here, where it is held. */
  readonly environment: Environment
  readonly logger: Logger
  /** One sentence each, for the user to see once. */
  readonly warnings: readonly string[]
  /** Those of them that are about safety: to be shown also where somebody only wants an answer. */
  readonly safetyWarnings: readonly string[]
  /** The tools that a new session gets. */
  tools(): Promise<readonly ToolDefinition[]>
  /** What the system prompt of a new session is built from, in its order. */
  readonly promptSections: readonly PromptSection[]
  /** All tools that there are, each with whether a new session gets it, or why not. */
  describeTools(): Promise<readonly ToolStatus[]>
  /** The commands that features and plugins bring, for the command table of the surface. */
  commands(): readonly SlashCommand[]
  /** What is wired around the agent. */
  describeFeatures(): readonly FeatureDescription[]
}
