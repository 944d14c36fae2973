import { ConfigError } from '@hermes/core'
import type { Cooldown } from '@hermes/transports/wrap'
import type { AuthFile } from './auth-file.js'
import type { Credential } from './credential.js'
import { providersIn } from './credential-book.js'
import { type CredentialRow, describeCredential } from './describe-credentials.js'
import { type CredentialPlaces, findCredentials } from './find-credentials.js'

export interface IndexOptions extends CredentialPlaces {
  readonly cooldowns: () => Promise<ReadonlyMap<string, Cooldown>>
  readonly now: () => number
}

/** Looks up credentials, and reads them again each time. */
export interface CredentialIndex {
  /** Returns the credentials of one provider, or of all providers, by priority. */
  all(provider?: string): Promise<readonly Credential[]>
  /** Returns a credential by its id or by a unique label. @throws {ConfigError} when there is none. */
  one(provider: string, name: string): Promise<Credential>
  rows(credentials: readonly Credential[]): Promise<readonly CredentialRow[]>
  row(credential: Credential): Promise<CredentialRow>
}

export function createCredentialIndex({ cooldowns, now, ...places }: IndexOptions): CredentialIndex {
  async function all(provider?: string): Promise<readonly Credential[]> {
    const file: AuthFile = await places.store.read()
    const providers = provider === undefined ? providersIn(file) : [provider]
    return (await Promise.all(providers.map((name) => findCredentials(name, file, places)))).flat()
  }

  async function row(credential: Credential): Promise<CredentialRow> {
    return describeCredential(credential, await cooldowns(), now())
  }

  return {
    all,
    row,
    async one(provider, name) {
      const found = await all(provider)
      const byLabel = found.filter(({ label }) => label === name)
      const credential = found.find(({ id }) => id === name) ?? (byLabel.length === 1 ? byLabel[0] : undefined)
      if (credential) return credential
      const problem = byLabel.length > 1 ? 'More than one credential' : 'No credential'
      throw new ConfigError(`credentials.${provider}`, `${problem} of ${provider} is called "${name}": use its id.`)
    },
    async rows(credentials) {
      const resting = await cooldowns()
      return credentials.map((credential) => describeCredential(credential, resting, now()))
    },
  }
}
