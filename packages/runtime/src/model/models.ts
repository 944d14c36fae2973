import type { ContextEngine, Logger, ProviderData, SessionStore, Transport } from '@hermes/core'
import type { AuxiliaryModel, AuxiliaryTask } from '@hermes/core/wiring'
import { createBoundedMap } from '@hermes/safety'
import type { Config } from '../schema/config-schema.js'
import { resolveSideProviders, type SideProviders } from './auxiliary/side-providers.js'
import { type Auxiliary, wireAuxiliary } from './auxiliary/wire-auxiliary.js'
import { chooseModel } from './choose-model.js'
import { chooseTransport } from './choose-transport.js'
import type { ChosenTransport } from './chosen-transport.js'
import { chooseEngine, type EngineFor } from './compression/choose-engine.js'
import { openKnownModels } from './known-models.js'
import { recordCalls } from './record-calls.js'
import { requireModel } from './require-model.js'
import type { ChainOptions, ModelSettings } from './retrying-transport.js'
import type { RuntimeModel } from './runtime-model.js'

/** A model with everything that an agent is built on. */
export interface ModelInUse {
  readonly transport: Transport
  readonly model: RuntimeModel
  /** The settings that it was resolved from. */
  readonly config: Config
  /** Added to each request, by the id of the transport. */
  readonly providerOptions?: ProviderData
  /** Absent if compression is off. */
  readonly engine?: ContextEngine
  /** Absent if unknown. */
  readonly seesPictures?: boolean
  /** Shown to the user once, one sentence each. */
  readonly warnings: readonly string[]
  /** The model for a side task of its conversations; `undefined` if only the offline stand-in is available. */
  auxiliary(task: AuxiliaryTask): AuxiliaryModel | undefined
  /** Whether the settings name a provider for the side task. */
  hasProviderFor(task: AuxiliaryTask): boolean
}

/** The models for one version of the settings. Disposing it aborts their side tasks. */
export interface Models extends Disposable {
  /** The configured model. */
  readonly main: ModelInUse
  /**
   * Resolves the model of other settings. Created on first use and cached.
   * @throws {ConfigError} when no call could succeed.
   */
  use(config: Config): Promise<ModelInUse>
  /**
   * The same for a model that a person chose by name.
   * @throws {ConfigError} also for a misspelt model name.
   */
  choose(config: Config): Promise<ModelInUse>
}

/** The part that needs no store. */
export interface PreparedModels {
  readonly chain: ChainOptions
  readonly chosen: ChosenTransport
  /** Asks the user's own model server in the meantime. Never rejects. */
  readonly choosing: ReturnType<typeof chooseModel>
  readonly sideProviders: SideProviders
}

/** @throws {ConfigError} for an unknown provider or a missing key. */
export async function prepareModels(settings: ModelSettings, logger: Logger): Promise<PreparedModels> {
  const chain = { ...settings, known: openKnownModels(settings, logger) }
  const chosen = await chooseTransport(chain, logger)
  const sideProviders = resolveSideProviders(settings)
  return { chain, chosen, sideProviders, choosing: chooseModel(chosen, settings.config, chain.known) }
}

export interface ModelServices {
  readonly store: SessionStore
  readonly logger: Logger
  readonly redact: (text: string) => string
}

/** The maximum number of cached models besides the main one. */
const keptModels = 64

/** @throws {ConfigError} when the context engine cannot be loaded. */
export async function openModels(prepared: PreparedModels, services: ModelServices): Promise<Models> {
  const { chain, sideProviders } = prepared
  const { store, logger } = services
  const { known } = chain
  const record = recordCalls(chain)
  const opened: Auxiliary[] = []
  const ready = createBoundedMap<Promise<ModelInUse>>(keptModels)

  function auxiliaryOf(main: Pick<ModelInUse, 'transport' | 'model'>): Auxiliary {
    const auxiliary = wireAuxiliary({ ...chain, sideProviders, main, store, logger, record })
    opened.push(auxiliary)
    return auxiliary
  }

  function toModel(
    { transport, config, warnings }: Pick<ModelInUse, 'transport' | 'config' | 'warnings'>,
    model: RuntimeModel,
    { model: auxiliary }: Auxiliary,
  ): Omit<ModelInUse, 'engine'> {
    const sees = known.catalog.find(model.provider, model.id)?.input.includes('image')
    return {
      transport: record(transport),
      model,
      config,
      warnings,
      auxiliary,
      hasProviderFor: (task) => sideProviders[task].length > 0,
      ...(sees !== undefined && { seesPictures: sees }),
    }
  }

  async function setUp(config: Config): Promise<ModelInUse> {
    const chosen = await chooseTransport({ ...chain, config }, logger)
    const { model, warnings } = await chooseModel(chosen, config, known)
    const { transport } = chosen
    const auxiliary = auxiliaryOf({ transport, model })
    return withEngine(toModel({ transport, config, warnings }, model, auxiliary), engineFor)
  }

  function use(config: Config): Promise<ModelInUse> {
    const key = JSON.stringify(config)
    const found = ready.get(key) ?? setUp(config)
    ready.set(key, found)
    // A failure is not cached: it may be fixed by the next call.
    found.catch(() => ready.set(key, undefined))
    return found
  }

  const { model, warnings } = await prepared.choosing
  const { transport } = prepared.chosen
  const auxiliary = auxiliaryOf({ transport, model })
  const engineFor = await chooseEngine(chain, { ...services, summariser: () => auxiliary.model('compression') })
  return {
    main: withEngine(toModel({ transport, config: chain.config, warnings }, model, auxiliary), engineFor),
    use,
    async choose(config) {
      await requireModel(config, chain)
      return use(config)
    },
    [Symbol.dispose]() {
      for (const each of opened) each[Symbol.dispose]()
    },
  }
}

function withEngine(main: Omit<ModelInUse, 'engine'>, engineFor: EngineFor): ModelInUse {
  const engine = engineFor(main.model, () => main.auxiliary('compression'))
  return { ...main, ...(engine && { engine }) }
}
