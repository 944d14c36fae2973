import type { CredentialBook } from '../../auth/credential-book.js'
import type { Variables } from '../../home/home-paths.js'
import type { Config } from '../../schema/config-schema.js'

/** A validated snapshot of the settings. A turn keeps the snapshot that it started with. */
export interface ConfigSnapshot {
  readonly config: Config
  /** The variables of the process and of `.env`. */
  readonly variables: Variables
  /** Keys and logins that are stored outside of variables. */
  readonly credentials: CredentialBook
  /** The settings that the machine fixes, by dotted path. */
  readonly pinned: ReadonlySet<string>
}
