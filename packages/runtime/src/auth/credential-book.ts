import { type KeptCredential, providerPresets } from '@hermes/transports'
import type { PoolState } from '@hermes/transports/wrap'
import type { HomePaths, Variables } from '../home/home-paths.js'
import type { AuthFile } from './auth-file.js'
import { cooldownState } from './cooldown-file.js'
import type { Credential } from './credential.js'
import { createCredentialStore } from './credential-store.js'
import { findCredentials } from './find-credentials.js'

/** A snapshot of the keys and logins that the home, the variables and other programs provide, taken when it was opened. */
export interface CredentialBook {
  /** The stored credentials for `resolveProvider`, without those that only exist as variables. */
  readonly kept: readonly KeptCredential[]
  /** Returns the credentials of a provider, by priority. */
  of(provider: string): readonly Credential[]
  /** The cooldowns of the credentials. */
  readonly cooldowns: PoolState
}

/** Opens the credentials of a home. @throws {LoginError} `storage` when `auth.json` is damaged. */
export async function openCredentials(paths: Pick<HomePaths, 'home'>, variables: Variables): Promise<CredentialBook> {
  const store = createCredentialStore(paths)
  const file = await store.read()
  const byProvider = new Map(
    await Promise.all(
      providersIn(file).map(
        async (provider) => [provider, await findCredentials(provider, file, { store, variables })] as const,
      ),
    ),
  )
  const all = [...byProvider.values()].flat()
  return {
    kept: all.filter(isKept).map(({ provider, baseUrl, isBorrowed }) => ({
      provider,
      ...(baseUrl && { baseUrl }),
      isBorrowed,
    })),
    of: (provider) => byProvider.get(provider) ?? [],
    cooldowns: cooldownState(paths),
  }
}

/** Returns every provider that has credentials or might have them. */
export function providersIn(file: AuthFile): readonly string[] {
  return [...new Set([...providerPresets.map(({ id }) => id), ...Object.keys(file.credential_pool ?? {})])]
}

/** Whether a credential is kept outside of variables. API keys in variables are found through the variables. */
function isKept({ secret, source, baseUrl }: Credential): boolean {
  return secret.type === 'login' || (secret.type === 'api-key' && (!source.startsWith('env:') || baseUrl !== undefined))
}
