import type { Transport } from '@hermes/core'
import {
  type CreateTransportOptions,
  createTransport as createWire,
  findPreset,
  originOf,
  type ResolvedProvider,
} from '@hermes/transports'
import {
  type AuthServices,
  authServices,
  createLoginTransport,
  createTokenKeeper,
  findLoginProvider,
  withLogin,
} from '@hermes/transports/auth'
import { type PoolStrategy, withCredentialPool, withRepair } from '@hermes/transports/wrap'
import type { Credential } from './credential.js'
import type { CredentialBook } from './credential-book.js'
import { poolKeyOf } from './pool-key.js'

export interface ProviderTransportOptions {
  /** Default: none. */
  readonly credentials?: Pick<CredentialBook, 'of' | 'cooldowns'>
  /** How several credentials are shared out, by provider. */
  readonly strategies?: Readonly<Record<string, PoolStrategy>>
  readonly wire: CreateTransportOptions
  readonly services?: Partial<AuthServices>
}

/**
 * The transport of a provider with its credentials: with one of them, or a pool of several. Without any, or with a key
 * that the user gave for this call, it is the provider's plain transport.
 */
export function createProviderTransport(resolved: ResolvedProvider, options: ProviderTransportOptions): Transport {
  const { credentials, strategies = {}, wire } = options
  const isKeyGiven = resolved.apiKey !== undefined && resolved.keyVariable === undefined
  const usable = isKeyGiven ? [] : (credentials?.of(resolved.provider) ?? []).filter((each) => isUsable(each, resolved))
  const [only] = usable
  if (!credentials || !only) return createTransport(resolved, wire)
  if (usable.length === 1) return transportOf(only, resolved, options)
  const strategy = strategies[resolved.provider]
  return withCredentialPool({
    credentials: usable.map((credential) => ({
      key: poolKeyOf(credential),
      label: credential.label,
      create: () => transportOf(credential, resolved, options),
    })),
    create: ({ create }) => create(),
    ...(strategy && { strategy }),
    state: credentials.cooldowns,
  })
}

/** What a provider refuses to take is left out, where that can be. */
function createTransport(resolved: ResolvedProvider, wire: CreateTransportOptions): Transport {
  return withRepair(createWire(resolved, wire))
}

/** A key goes to the address that it is for, and nowhere else. */
function isUsable(credential: Credential, resolved: ResolvedProvider): boolean {
  const address = addressOf(credential)
  // The addresses of AWS are those of regions.
  if (credential.secret.type === 'missing' || address === '' || resolved.aws) return false
  return !resolved.isAddressGiven || originOf(address) === originOf(resolved.baseUrl)
}

function addressOf({ baseUrl, provider }: Credential): string {
  return baseUrl ?? findPreset(provider)?.baseUrl ?? ''
}

function transportOf(credential: Credential, resolved: ResolvedProvider, options: ProviderTransportOptions): Transport {
  const { secret } = credential
  const { wire } = options
  const target = { ...resolved, baseUrl: resolved.isAddressGiven ? resolved.baseUrl : addressOf(credential) }
  if (secret.type === 'login') return loginTransport(credential, target, options)
  if (secret.type === 'missing') return createTransport(target, wire)
  return createTransport({ ...target, apiKey: secret.key, ...keyVariableOf(credential) }, wire)
}

/** A key that is refused is put right where it came from. */
function keyVariableOf({ source }: Credential): Pick<ResolvedProvider, 'keyVariable'> {
  const [variable] = source.replace(/^env:/, '').split('#')
  return source.startsWith('env:') && variable ? { keyVariable: variable } : {}
}

function loginTransport(
  credential: Credential,
  target: ResolvedProvider,
  { wire, services }: ProviderTransportOptions,
): Transport {
  const { keyVariable: _, ...plain } = target
  const { id, apiMode } = createTransport(plain, wire)
  return withLogin({
    id,
    apiMode,
    keeper: keeperOf(credential, services),
    create: (tokens) => {
      const baseUrl = target.isAddressGiven ? target.baseUrl : (tokens.baseUrl ?? target.baseUrl)
      return withRepair(createLoginTransport({ ...plain, baseUrl }, tokens, wire))
    },
  })
}

/** Keeps a login of a provider usable. @throws {TypeError} for a credential that is no login. */
export function keeperOf({ provider, secret, isBorrowed }: Credential, services?: Partial<AuthServices>) {
  const login = findLoginProvider(provider)
  if (secret.type !== 'login' || !login) throw new TypeError(`A credential of ${provider} is no login.`)
  const { issuer, tokens } = secret
  const all = authServices(services)
  const owner = isBorrowed ? login.foreign?.command : undefined
  return createTokenKeeper({
    store: tokens,
    renew: async (known) => (login.renew ? login.renew(known, { issuer, services: all }) : known),
    now: all.now,
    ...(owner !== undefined && { owner }),
    ...(login.login && { remedy: { type: 'log-in', provider } }),
  })
}
