import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { AuxiliaryModel } from '../agent/auxiliary-model.js'
import type { ContextEngine } from '../agent/context-engine.js'
import type { Plugin } from '../agent/plugin.js'
import type { Transport } from '../model/transport.js'
import type { PlatformAdapter } from '../platform/platform.js'
import type { SessionStore } from '../sessions/session-store.js'
import type { Logger } from '../values/logger.js'
import type { Embedder } from './embedder.js'
import type { Environment } from './environment.js'
import type { Capability, Host } from './host.js'
import type { MemoryProvider } from './memory-provider.js'
import type { RunProgram } from './run-program.js'

/**
 * The default export of a package that a config file can name. It is plain data and registers nothing. `options` validates the
 * settings next to `use:` in the config, and `create` receives the validated value.
 */
export interface Extension<Kind extends string, Options, Product, Services = ExtensionServices> {
  readonly kind: Kind
  readonly id: string
  readonly options: StandardSchemaV1<unknown, Options>
  create(options: Options, services: Services): Product | Promise<Product>
}

/** What the host passes to an extension. */
export interface ExtensionServices {
  readonly fetch: typeof globalThis.fetch
  readonly logger: Logger
}

export interface PlatformServices extends ExtensionServices {
  /**
   * Returns the proxy for a connection to the server of `url`, for networks that do not use `fetch`; `undefined` if there is none. The proxy's
   * address may contain a user and a password. Default: no proxies.
   */
  readonly proxyFor?: (url: URL) => URL | undefined
}

export interface ContextEngineServices extends ExtensionServices {
  /** Returns the model for summaries; `undefined` if no model is available. */
  readonly summarizer: () => AuxiliaryModel | undefined
}

export interface StoreServices extends ExtensionServices {
  /** The absolute path of the home folder, for stores that keep files. Each profile has its own home folder. */
  readonly home: string
}

export type TransportExtension<Options = never> = Extension<'transport', Options, Transport>
export type PlatformExtension<Options = never> = Extension<'platform', Options, PlatformAdapter, PlatformServices>
export type EnvironmentExtension<Options = never> = Extension<'environment', Options, Environment>
/** A plugin. The host disposes the result of `create` if it is disposable. */
export interface PluginExtension<Options = never>
  extends Extension<'plugin', Options, Plugin & Partial<AsyncDisposable>, Host> {
  /** What the plugin uses of its host. Anything else throws a {@link CapabilityError}. Default: nothing. */
  readonly capabilities?: readonly Capability[]
}
export type ContextEngineExtension<Options = never> = Extension<
  'context-engine',
  Options,
  ContextEngine,
  ContextEngineServices
>

export interface MemoryProviderServices extends StoreServices {
  /** The home's session store. Its values may hold facts. */
  readonly store: SessionStore
  /** Removes secrets from a text. */
  redact(text: string): string
  /** Returns the model that learns from a conversation; `undefined` if only the offline stand-in is available. */
  model(): AuxiliaryModel | undefined
  /** The model that makes vectors; `undefined` if none is set up. */
  readonly embedder: Embedder | undefined
  /** Runs programs on this machine, outside the sandbox for commands. */
  readonly run: RunProgram
  /** Milliseconds since 1970. */
  now(): number
}

/** `options` validates the setting `memory.provider_options`. The host disposes the provider. */
export type MemoryProviderExtension<Options = never> = Extension<
  'memory-provider',
  Options,
  MemoryProvider,
  MemoryProviderServices
>

export type StoreExtension<Options = never> = Extension<'store', Options, SessionStore, StoreServices>

type Declaration<Options, Product, Services = ExtensionServices> = Omit<
  Extension<string, Options, Product, Services>,
  'kind'
>

/** @example `export default defineTransport({ id: 'foo', options: z.object({ apiKey: z.string() }), create: (options) => ... })` */
export function defineTransport<Options>(declaration: Declaration<Options, Transport>): TransportExtension<Options> {
  return { kind: 'transport', ...declaration }
}

export function definePlatform<Options>(
  declaration: Declaration<Options, PlatformAdapter, PlatformServices>,
): PlatformExtension<Options> {
  return { kind: 'platform', ...declaration }
}

export function defineEnvironment<Options>(
  declaration: Declaration<Options, Environment>,
): EnvironmentExtension<Options> {
  return { kind: 'environment', ...declaration }
}

/**
 * @example
 * ```ts
 * export default definePlugin({
 *   id: 'weather',
 *   options: z.strictObject({ city: z.string() }),
 *   capabilities: ['network'],
 *   create: ({ city }, { fetch }) => ({ name: 'weather', tools: [forecast({ city, fetch })] }),
 * })
 * ```
 */
export function definePlugin<Options>(declaration: Omit<PluginExtension<Options>, 'kind'>): PluginExtension<Options> {
  return { kind: 'plugin', ...declaration }
}

export function defineContextEngine<Options>(
  declaration: Declaration<Options, ContextEngine, ContextEngineServices>,
): ContextEngineExtension<Options> {
  return { kind: 'context-engine', ...declaration }
}

/** The host disposes the store. */
export function defineStore<Options>(
  declaration: Declaration<Options, SessionStore, StoreServices>,
): StoreExtension<Options> {
  return { kind: 'store', ...declaration }
}

/** @example `export default defineMemoryProvider({ id: 'foo', options: z.object({}), create: (options, { store }) => ... })` */
export function defineMemoryProvider<Options>(
  declaration: Declaration<Options, MemoryProvider, MemoryProviderServices>,
): MemoryProviderExtension<Options> {
  return { kind: 'memory-provider', ...declaration }
}
