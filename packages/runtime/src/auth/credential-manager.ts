import { ConfigError } from '@hermes/core'
import { fetchFromVariables } from '@hermes/transports'
import {
  type AuthServices,
  authServices,
  findLoginProvider,
  type LoginPrompter,
  type LoginProvider,
} from '@hermes/transports/auth'
import type { HomePaths, Variables } from '../home/home-paths.js'
import {
  type AuthEntry,
  type AuthFile,
  emptyAuthFile,
  entriesOf,
  isSuppressed,
  withEntries,
  withSuppressed,
} from './auth-file.js'
import { cooldownState } from './cooldown-file.js'
import { keeperOf } from './create-provider-transport.js'
import type { Credential } from './credential.js'
import { createCredentialIndex } from './credential-index.js'
import { createCredentialStore } from './credential-store.js'
import type { CredentialRow } from './describe-credentials.js'
import { findCredentials } from './find-credentials.js'
import { keysOfSettings, type SettingsWithKeys } from './keys-of-settings.js'
import { type EntryOptions, isSameLogin, keyEntry, loginEntry, referenceEntry } from './new-entry.js'
import { cooldownIdOf, poolKeyOf } from './pool-key.js'

export interface CredentialManagerOptions {
  readonly paths: Pick<HomePaths, 'home'>
  /** The variables of the process and of `.env`. */
  readonly variables: Variables
  /** The settings whose keys are also listed. They can only be changed in the settings, not here. Default: none. */
  readonly config?: SettingsWithKeys
  readonly services?: Partial<AuthServices>
}

export interface LoginRequest extends EntryOptions {
  readonly prompter: LoginPrompter
  /** Aborts the login. */
  readonly signal: AbortSignal
}

/**
 * The operations of `hermes auth`. They return no secrets. Every method throws a `LoginError` of kind `storage` when `auth.json` is
 * damaged, and a `ConfigError` when there is no credential with the name.
 */
export interface CredentialManager {
  /** Lists the credentials of one provider, or of all providers, by priority. Keys from the settings come first. */
  list(provider?: string): Promise<readonly CredentialRow[]>
  /** Stores an API key as the provider's first. A key that is already stored is not stored twice. */
  add(provider: string, key: string, options?: EntryOptions): Promise<CredentialRow>
  /** Logs in, or adopts the login of another program. A failed login leaves nothing behind. @throws {LoginError} */
  login(provider: string, request: LoginRequest): Promise<CredentialRow>
  /** Removes a credential. A borrowed one is disabled instead. @returns the removed credential. */
  remove(provider: string, name: string): Promise<CredentialRow>
  /** Moves a credential to a position among those of its provider, where 1 is the first. */
  move(provider: string, name: string, place: number): Promise<readonly CredentialRow[]>
  /** Ends cooldowns. @returns the credentials that were cooling down. */
  reset(provider?: string, name?: string): Promise<readonly CredentialRow[]>
  /** Renews a login now. @throws {LoginError} */
  renew(provider: string, name: string): Promise<CredentialRow>
}

export function createCredentialManager({
  paths,
  variables,
  config,
  services,
}: CredentialManagerOptions): CredentialManager {
  const store = createCredentialStore(paths)
  const state = cooldownState(paths)
  const all = authServices({ fetch: fetchFromVariables(variables), ...services })
  const places = { store, variables }
  const index = createCredentialIndex({ ...places, cooldowns: () => state.load(), now: all.now })

  /** Stores an entry as the first, and replaces its earlier version. */
  async function keep(
    provider: string,
    entry: AuthEntry,
    replaces: (known: AuthEntry) => boolean,
  ): Promise<CredentialRow> {
    let { id } = entry
    await store.change((file) => {
      const entries = entriesOf(file, provider)
      const known = entries.find(replaces)
      id = known?.id ?? id
      const merged = { ...known, ...entry, id, label: entry.label || known?.label || '' }
      const others = entries.filter((candidate) => !replaces(candidate))
      return withSuppressed(withEntries(file, provider, [merged, ...others]), provider, [])
    })
    return index.row(await index.one(provider, id))
  }

  async function takeOver({ id, name, foreign }: LoginProvider, request: LoginRequest): Promise<CredentialRow> {
    const found = (await findCredentials(id, emptyAuthFile, places)).find(({ source }) => source === foreign?.source)
    if (found) return keep(id, referenceEntry(found, request), ({ source }) => source === found.source)
    const { program, command } = foreign ?? { program: name, command: name }
    throw new ConfigError('', `${program} is not logged in on this machine: run \`${command}\` and log in there first.`)
  }

  return {
    async list(provider) {
      const kept = await index.all(provider)
      const isKept = (key: Credential) => kept.some((known) => isSameKey(known, key))
      const ofSettings = config ? keysOfSettings(config, variables) : []
      const others = ofSettings.filter((key) => (provider === undefined || key.provider === provider) && !isKept(key))
      return index.rows([...others, ...kept])
    },

    add: (provider, key, options = {}) => keep(provider, keyEntry(key, options), (known) => known.access_token === key),

    async login(provider, request) {
      const login = requireLogin(provider)
      if (!login.login) return takeOver(login, request)
      // Detects a damaged file before the user logs in.
      await store.read()
      const issuer = (request.issuer ?? login.issuer).replace(/(?<!\/)\/+$/, '')
      const result = await login.login({ issuer, prompter: request.prompter, signal: request.signal, services: all })
      const entry = loginEntry(login, result, request)
      return keep(provider, entry, isSameLogin(entry))
    },

    async remove(provider, name) {
      const credential = await index.one(provider, name)
      const row = await index.row(credential)
      await store.change((file) => without(file, credential))
      return row
    },

    async move(provider, name, place) {
      const wanted = await index.one(provider, name)
      const ordered = (await index.all(provider)).filter(({ id }) => id !== wanted.id)
      const moved = ordered.toSpliced(Math.max(0, place - 1), 0, wanted)
      await store.change((file) => {
        const entries = new Map(entriesOf(file, provider).map((entry) => [entry.id, entry]))
        const first = moved.map((credential) => entries.get(credential.id) ?? referenceEntry(credential))
        const rest = [...entries.values()].filter(({ id }) => !moved.some((credential) => credential.id === id))
        return withEntries(file, provider, [...first, ...rest])
      })
      return index.rows(await index.all(provider))
    },

    async reset(provider, name) {
      const named = provider !== undefined && name !== undefined
      const found = named ? [await index.one(provider, name)] : await index.all(provider)
      const cooldowns = await state.load()
      const resting = found.filter((credential) => (cooldowns.get(cooldownIdOf(credential))?.untilMs ?? 0) > all.now())
      for (const credential of resting) await state.save(cooldownIdOf(credential), { untilMs: 0, kind: 'rate-limit' })
      return index.rows(resting)
    },

    async renew(provider, name) {
      const credential = await index.one(provider, name)
      if (credential.secret.type !== 'login') {
        throw new ConfigError('', `${credential.id} of ${provider} is not a login: only logins can be renewed.`)
      }
      const { accessToken } = await credential.secret.tokens.read()
      await keeperOf(credential, all).replace(accessToken)
      return index.row(await index.one(provider, credential.id))
    },
  }
}

function isSameKey(one: Credential, other: Credential): boolean {
  return one.provider === other.provider && poolKeyOf(one) === poolKeyOf(other)
}

function requireLogin(provider: string): LoginProvider {
  const login = findLoginProvider(provider)
  if (login) return login
  throw new ConfigError(`credentials.${provider}`, `${provider} has no login: it is used with an API key.`)
}

/** Returns the file without a credential. A borrowed one stays where it is, and the file marks it as disabled. */
function without(file: AuthFile, { provider, id, source, isBorrowed }: Credential): AuthFile {
  const others = entriesOf(file, provider).filter((entry) => entry.id !== id)
  const rest = withEntries(file, provider, others)
  if (!isBorrowed || isSuppressed(rest, provider, source)) return rest
  return withSuppressed(rest, provider, [...(rest.suppressed_sources?.[provider] ?? []), source])
}
