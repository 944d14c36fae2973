import type { SessionId } from '@hermes/core'
import type { FileSystem } from '@hermes/core/environment'
import type { QuestionSurface } from '@hermes/core/questions'
import type { CredentialBook } from './auth/credential-book.js'
import type { ConfigChange } from './config/live/config-change.js'
import type { HomePaths } from './home/home-paths.js'
import type { Config } from './schema/config-schema.js'

export interface RuntimeOptions {
  readonly paths: HomePaths
  /** The settings, loaded and merged by `loadConfig`. */
  readonly config: Config
  /** The variables of the process and of `.env`, as returned by `loadConfig`. Provider keys are looked up here. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** The folder where commands start and against which relative paths are resolved. */
  readonly workingDirectory: string
  readonly surface: Surface
  /** The paths of settings that are fixed by the machine, as returned by `loadConfig`. Default: none. */
  readonly pinned?: ReadonlySet<string>
  /** Keys and logins that are stored outside of variables. Default: the ones stored in the home. */
  readonly credentials?: CredentialBook
  /** The absolute path of the folder with the skills that ship with the application. Default: none. */
  readonly bundledSkills?: string
}

/** The user interface of an agent. */
export interface Surface {
  /** Identifies the surface in each stored session, such as `cli` or `api_server`. */
  readonly source: string
  /**
   * Asks the people at this surface a question; see {@link Runtime.questions}. If no surface is attached, calls that need approval are denied immediately.
   */
  readonly ask?: NonNullable<QuestionSurface['ask']>
  /** Whether a person watches the run, even if no one can be asked. Default: whether `ask` is present. */
  readonly isAttended?: boolean
  /**
   * Whether the surface handles `restart` events by discarding the displayed text of an interrupted answer, so that the answer can start
   * over. Default: false; an interrupted answer then fails the turn.
   */
  readonly canRestart?: boolean
  /**
   * Whether the surface only inspects what a conversation would get. An unavailable environment is then not an error: it refuses its calls,
   * and {@link Runtime.environmentProblem} says why. Default: false.
   */
  readonly isInspection?: boolean
  /**
   * Whether people see a list of its sessions. Each session then gets a title after its first exchange, through a separate model call. Default: false.
   */
  readonly namesSessions?: boolean
  /**
   * Whether the process outlives a turn, so that sub-agents may continue in the background. Default: false; each turn then waits for its sub-agents.
   */
  readonly keepsRunning?: boolean
  /**
   * Whether its conversations may belong to different people. The commands of each conversation then get separate temporary folders and
   * cannot see the stored results of others. Default: false.
   */
  readonly servesStrangers?: boolean
  /**
   * Replaces the file system of the file tools, for example to include the unsaved text of an editor. Default: the file system of the environment.
   */
  readonly filesOf?: (files: FileSystem) => FileSystem
  /** Shows a line outside of any turn, for example when background work has ended. The line concerns one session if `sessionId` is given. */
  readonly tell?: (line: string, sessionId?: SessionId) => void
  /** Called once for each change of the settings, with its result: applied, or the reason why not. */
  readonly onConfigChange?: (change: ConfigChange) => void
}
