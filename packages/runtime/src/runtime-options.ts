import type { QuestionSurface } from '@hermes/core/questions'
import type { CredentialBook } from './auth/credential-book.js'
import type { ConfigChange } from './config/config-change.js'
import type { HomePaths } from './home/home-paths.js'
import type { Config } from './schema/config-schema.js'

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
  /** Hears once of each change of the settings: that it counts from now on, or why it does not. */
  readonly onConfigChange?: (change: ConfigChange) => void
}
