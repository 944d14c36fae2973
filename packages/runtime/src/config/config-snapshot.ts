import type { CredentialBook } from '../auth/credential-book.js'
import type { Variables } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'

/** The settings at one moment, valid as a whole. A turn keeps those that it began with. */
export interface ConfigSnapshot {
  readonly config: Config
  /** The process's variables with those of `.env`. */
  readonly variables: Variables
  /** Keys and logins that are kept elsewhere than in variables. */
  readonly credentials: CredentialBook
}
