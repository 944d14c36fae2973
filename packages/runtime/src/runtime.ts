import type {
  Agent,
  AuxiliaryModel,
  AuxiliaryTask,
  Logger,
  PromptSection,
  QuestionDesk,
  QuestionSurface,
  SessionStore,
  ToolDefinition,
} from '@hermes/core'
import type { Checkpoints } from '@hermes/tools/checkpoints'
import type { ModelPrice } from '@hermes/transports/catalog'
import type { Approvals } from './approvals/approvals.js'
import type { CredentialBook } from './auth/credential-book.js'
import type { Config } from './config/config-schema.js'
import type { HomePaths } from './home/home-paths.js'
import type { ToolStatus } from './toolsets/tool-status.js'

/** Everything that a surface needs, wired from one home folder. Disposing it closes the store and ends its processes. */
export interface Runtime extends AsyncDisposable {
  readonly config: Config
  readonly paths: HomePaths
  /** What answers: shown in banners and `/status`. */
  readonly model: RuntimeModel
  readonly agent: Agent
  /** The model for a side task, as `auxiliary.<task>` has it; `undefined` where only the offline stand-in could answer. */
  auxiliary(task: AuxiliaryTask): AuxiliaryModel | undefined
  readonly store: SessionStore
  /** Where questions are answered from, whichever surface shows them: attach one, or answer by id. */
  readonly questions: QuestionDesk
  /** What people may change about approvals. */
  readonly approvals: Approvals
  /** The working folder as it was before the agent changed it. Absent where no checkpoints are taken. */
  readonly checkpoints?: Checkpoints
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
}

export interface RuntimeModel {
  /** `openrouter`, `custom`, `ollama`, `offline`. */
  readonly provider: string
  readonly id: string
  readonly baseUrl?: string
  /** No provider is configured: the offline stand-in answers. */
  readonly isOffline: boolean
  /** In tokens: as the config says, else as a server of the user's own or the catalog knows it, else 128,000. */
  readonly contextWindow?: number
  /** The longest answer in tokens, as the config or the catalog has it. */
  readonly maxOutputTokens?: number
  /** Absent where the catalog has none for this provider. */
  readonly price?: ModelPrice
}

export interface RuntimeOptions {
  readonly paths: HomePaths
  /** Loaded and merged by `loadConfig`. */
  readonly config: Config
  /** The process's variables with those of `.env` (`loadConfig` gives them): the keys of providers are looked up here. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Where commands start and relative paths begin. */
  readonly workingDirectory: string
  readonly surface: Surface
  /** Keys and logins that are kept elsewhere than in variables. Default: those of the home. */
  readonly credentials?: CredentialBook
}

/** Who talks to the agent. */
export interface Surface {
  /** Recorded with each session: `cli`, `api_server`. */
  readonly source: string
  /**
   * Puts a question to the people there, as a surface of {@link Runtime.questions}. Where neither this nor another surface is
   * attached nobody can be asked: what would ask is denied at once.
   */
  readonly ask?: NonNullable<QuestionSurface['ask']>
  /** Somebody watches what is done, even where nobody can be asked. Default: whether `ask` is there. */
  readonly isAttended?: boolean
  /**
   * It reads `restart` events and takes back what it had shown of an answer that broke off, so that the answer may begin
   * anew. Default false: then such a turn fails.
   */
  readonly canRestart?: boolean
  /**
   * Its sessions are kept and chosen from lists: each gets a title after its first exchange, by a model call of its own.
   * Default false.
   */
  readonly namesSessions?: boolean
  /**
   * The process goes on when a turn has ended, so that sub-agents may work on in the background. Default false: every turn
   * waits for its own.
   */
  readonly keepsRunning?: boolean
  /** Shows a line that belongs to no turn: work in the background has ended. */
  readonly tell?: (line: string) => void
}
