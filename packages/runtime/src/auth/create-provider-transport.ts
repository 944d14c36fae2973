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
  /** The credentials of the home. Default: none. */
  readonly credentials?: Pick<CredentialBook, 'of' | 'cooldowns'>
  /** The strategy for selecting one of several credentials, by provider. */
  readonly strategies?: Readonly<Record<string, PoolStrategy>>
  readonly wire: CreateTransportOptions
  readonly services?: Partial<AuthServices>
}

/**
 * Creates the transport of a provider with its credentials: a single one or a pool. Without credentials, or with a key that the user gave
 * for this call, it is the provider's plain transport.
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

/** Creates a transport that drops optional request fields when the provider rejects them. */
function createTransport(resolved: ResolvedProvider, wire: CreateTransportOptions): Transport {
  return withRepair(createWire(resolved, wire))
}

/** Whether a credential may be used. A key is only sent to its own address. */
function isUsable(credential: Credential, resolved: ResolvedProvider): boolean {
  const address = addressOf(credential, resolved)
  // AWS has one address per region.
  if (credential.secret.type === 'missing' || address === '' || resolved.aws) return false
  return !resolved.isAddressGiven || originOf(address) === originOf(resolved.baseUrl)
}

function addressOf({ baseUrl, provider }: Credential, { ownAddress }: ResolvedProvider): string {
  return baseUrl ?? findPreset(provider)?.baseUrl ?? ownAddress ?? ''
}

function transportOf(credential: Credential, resolved: ResolvedProvider, options: ProviderTransportOptions): Transport {
  const { secret } = credential
  const { wire } = options
  const target = { ...resolved, baseUrl: resolved.isAddressGiven ? resolved.baseUrl : addressOf(credential, resolved) }
  if (secret.type === 'login') return loginTransport(credential, target, options)
  if (secret.type === 'missing') return createTransport(target, wire)
  // A stored key does not come from the provider's variable.
  const { keyVariable: _, ...plain } = target
  return createTransport({ ...plain, apiKey: secret.key, ...keyVariableOf(credential) }, wire)
}

/** Returns the variable that a key comes from, so that an error can name it if the key is rejected. */
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

/** Creates a keeper that renews a login when needed. @throws {TypeError} when the credential is not a login. */
export function keeperOf({ provider, secret, isBorrowed }: Credential, services?: Partial<AuthServices>) {
  const login = findLoginProvider(provider)
  if (secret.type !== 'login' || !login) throw new TypeError(`A credential of ${provider} is not a login.`)
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
