import type {
  ContextEngine,
  Logger,
  ModelChoice,
  ProviderData,
  SessionStore,
  Transport,
  TurnOpening,
} from '@hermes/core'
import type { AuxiliaryModel, AuxiliaryTask } from '@hermes/core/wiring'
import { createAsyncCache, loadOnce } from '@hermes/safety'
import type { TextRedactor } from '@hermes/safety/redact'
import type { Config } from '../schema/config-schema.js'
import { resolveSideProviders } from './auxiliary/side-providers.js'
import { type Auxiliary, wireAuxiliary } from './auxiliary/wire-auxiliary.js'
import { chooseModel } from './choose-model.js'
import { chooseTransport } from './choose-transport.js'
import type { ChosenTransport } from './chosen-transport.js'
import { chooseEngine } from './compression/choose-engine.js'
import { openKnownModels } from './known-models.js'
import { modelSettings } from './model-settings.js'
import { type OfferedProvider, offeredModels } from './offered-models.js'
import { recordCalls } from './record-calls.js'
import { requireModel } from './require-model.js'
import type { ModelSettings } from './retrying-transport.js'
import type { RuntimeModel } from './runtime-model.js'

/** A model with everything that an agent needs to use it. */
export interface ModelInUse {
  readonly transport: Transport
  readonly model: RuntimeModel
  /** The settings from which the model was resolved. */
  readonly config: Config
  /** Options that are added to each request, by the id of the transport. */
  readonly providerOptions?: ProviderData
  readonly opening?: TurnOpening
  /** The context engine. Absent if compression is off. */
  readonly engine?: ContextEngine
  /** Whether the model accepts images. Absent if unknown. */
  readonly seesPictures?: boolean
  /** Warnings to show to the user once, one sentence each. */
  readonly warnings: readonly string[]
  /** Returns the model for a side task of this model's conversations; `undefined` if only the offline stand-in is available. */
  auxiliary(task: AuxiliaryTask): AuxiliaryModel | undefined
  /** Whether the settings name a provider for the side task. */
  hasProviderFor(task: AuxiliaryTask): boolean
}

/** The models for one version of the settings. Each is created on first use and cached. Disposing it aborts their side tasks. */
export interface Models extends Disposable {
  /**
   * Returns the model for a choice; the configured model for `{}`.
   * @throws {ConfigError} when no call could succeed, which includes a misspelled model name.
   */
  choose(choice: ModelChoice): Promise<ModelInUse>
  /** Whether a choice selects the configured model. */
  isConfigured(choice: ModelChoice): boolean
  /**
   * Returns the model for other settings, for sub-agents.
   * @throws {ConfigError} when no call could succeed.
   */
  use(config: Config): Promise<ModelInUse>
  /** Returns the models that can be chosen; see {@link offeredModels}. */
  offers(): Promise<readonly OfferedProvider[]>
}

export interface ModelServices {
  readonly store: SessionStore
  readonly logger: Logger
  readonly redactor: TextRedactor
}

/** The maximum number of cached models. */
const maxModels = 64

/**
 * Opens the models without creating any, because the configured model needs a key only when it is used.
 * @throws {ConfigError} when the provider of a side task or the context engine cannot work.
 */
export async function openModels(settings: ModelSettings, services: ModelServices): Promise<Models> {
  const { store, logger } = services
  const known = openKnownModels(settings, logger)
  const chain = { ...settings, known }
  const { providers: sideProviders, warnings: sideWarnings } = resolveSideProviders(settings)
  const record = recordCalls(chain)
  const sideTasks: Auxiliary[] = []
  const engineFor = await chooseEngine(chain, {
    ...services,
    summarizer: () => sideTasks[0]?.model('compression'),
  })
  const cached = createAsyncCache<ModelInUse>(maxModels)
  const checked = createAsyncCache<ModelInUse>(maxModels)
  const choosing = chooseTransport(chain, logger)
  // A missing key is reported when the model is used.
  const place = await choosing.then(
    ({ model }) => model,
    () => undefined,
  )
  const configured = loadOnce(async () => toModel(await choosing, settings.config))

  async function toModel(chosen: ChosenTransport, config: Config): Promise<ModelInUse> {
    const { transport } = chosen
    const { model, warnings } = await chooseModel(chosen, config, known)
    const auxiliary = wireAuxiliary({ ...chain, sideProviders, main: { transport, model }, store, logger, record })
    sideTasks.push(auxiliary)
    const sees = known.catalog.find(model.provider, model.id)?.input.includes('image')
    const engine = engineFor(model, () => auxiliary.model('compression'))
    return {
      transport: record(transport),
      model,
      config,
      warnings: [...(chosen.warnings ?? []), ...sideWarnings, ...warnings],
      auxiliary: auxiliary.model,
      hasProviderFor: (task) => sideProviders[task].length > 0,
      ...(engine && { engine }),
      ...(sees !== undefined && { seesPictures: sees }),
    }
  }

  function use(config: Config): Promise<ModelInUse> {
    return cached(JSON.stringify(config), async () =>
      toModel(await chooseTransport({ ...chain, config }, logger), config),
    )
  }

  return {
    use,
    async choose(choice) {
      const other = modelSettings(settings.config, choice, place)
      if (!other) return configured()
      return checked(JSON.stringify(other), async () => {
        await requireModel(other, chain)
        return use(other)
      })
    },
    offers: () => offeredModels(chain),
    isConfigured: (choice) => modelSettings(settings.config, choice, place) === undefined,
    [Symbol.dispose]() {
      for (const each of sideTasks) each[Symbol.dispose]()
    },
  }
}
