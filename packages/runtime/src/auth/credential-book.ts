import { type KeptCredential, providerPresets } from '@hermes/transports'
import type { PoolState } from '@hermes/transports/wrap'
import type { HomePaths, Variables } from '../home/home-paths.js'
import type { AuthFile } from './auth-file.js'
import { cooldownState } from './cooldown-file.js'
import type { Credential } from './credential.js'
import { createCredentialStore } from './credential-store.js'
import { findCredentials } from './find-credentials.js'

/** A snapshot of the keys and logins of a home and its surroundings, taken when it was opened. */
export interface CredentialBook {
  /** The input of `resolveProvider`: without credentials that only exist as variables. */
  readonly kept: readonly KeptCredential[]
  /** The credentials of a provider, by priority. */
  of(provider: string): readonly Credential[]
  /** Their cooldowns. */
  readonly cooldowns: PoolState
}

/** @throws {LoginError} `storage` when `auth.json` is damaged. */
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

/** Every provider that has credentials, or might. */
export function providersIn(file: AuthFile): readonly string[] {
  return [...new Set([...providerPresets.map(({ id }) => id), ...Object.keys(file.credential_pool ?? {})])]
}

/** API keys in variables are found through the variables. */
function isKept({ secret, source, baseUrl }: Credential): boolean {
  return secret.type === 'login' || (secret.type === 'api-key' && (!source.startsWith('env:') || baseUrl !== undefined))
}
