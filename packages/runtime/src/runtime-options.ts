import type { SessionId } from '@hermes/core'
import type { FileSystem } from '@hermes/core/environment'
import type { QuestionSurface } from '@hermes/core/questions'
import type { CredentialBook } from './auth/credential-book.js'
import type { ConfigChange } from './config/live/config-change.js'
import type { HomePaths } from './home/home-paths.js'
import type { Config } from './schema/config-schema.js'

export interface RuntimeOptions {
  readonly paths: HomePaths
  /** Loaded and merged by `loadConfig`. */
  readonly config: Config
  /** The process's variables with those of `.env`, as returned by `loadConfig`. Provider keys are looked up here. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Where commands start and relative paths are resolved. */
  readonly workingDirectory: string
  readonly surface: Surface
  /** The settings that the machine fixes, as returned by `loadConfig`. Default: none. */
  readonly pinned?: ReadonlySet<string>
  /** Keys and logins that are stored outside of variables. Default: those of the home. */
  readonly credentials?: CredentialBook
  /** The folder of the skills that the application ships, absolute. Default: none. */
  readonly bundledSkills?: string
}

/** The user interface of an agent. */
export interface Surface {
  /** Stored with each session: `cli`, `api_server`. */
  readonly source: string
  /**
   * Asks the people at this surface a question, see {@link Runtime.questions}. If neither this nor another surface is attached, calls that
   * need approval are denied immediately.
   */
  readonly ask?: NonNullable<QuestionSurface['ask']>
  /** Whether a person watches the run, even if no one can be asked. Default: whether `ask` is present. */
  readonly isAttended?: boolean
  /**
   * Whether it handles `restart` events by discarding the displayed text of an interrupted answer, so that the answer can start over. Default
   * false: such a turn fails.
   */
  readonly canRestart?: boolean
  /**
   * Whether it only looks at what a conversation would get. An environment of commands that is not available is then no error: it refuses
   * its calls, and {@link Runtime.environmentProblem} says why. Default false.
   */
  readonly isInspection?: boolean
  /**
   * Whether its sessions are listed for people: each gets a title after its first exchange, by a separate model call. Default false.
   */
  readonly namesSessions?: boolean
  /**
   * Whether the process outlives a turn, so that sub-agents may continue in the background. Default false: each turn waits for its own.
   */
  readonly keepsRunning?: boolean
  /**
   * Its conversations may belong to different people: the commands of each get temporary folders of their own, and see no stored results of
   * others. Default false.
   */
  readonly servesStrangers?: boolean
  /** Replaces the files of the file tools, for example with unsaved texts of an editor. Default: those of the environment. */
  readonly filesOf?: (files: FileSystem) => FileSystem
  /** Shows a line outside of any turn: background work has ended. Of one session, if `sessionId` is given. */
  readonly tell?: (line: string, sessionId?: SessionId) => void
  /** Called once for each change of the settings: that it was applied, or why it was not. */
  readonly onConfigChange?: (change: ConfigChange) => void
}
