import { defaultContextWindow } from '@hermes/transports/catalog'
import type { Config } from '../schema/config-schema.js'
import type { ChosenTransport } from './chosen-transport.js'
import type { KnownModels } from './known-models.js'
import type { RuntimeModel } from './runtime-model.js'

/**
 * What is known of the model that answers. Its window: the config's word, what the user's own server says, what the provider
 * told before, what the catalog knows, and then a default and a warning.
 */
export async function chooseModel(
  { model, probeWindow }: Pick<ChosenTransport, 'model' | 'probeWindow'>,
  config: Pick<Config, 'model' | 'model_overrides'>,
  { catalog, learned }: Pick<KnownModels, 'catalog' | 'learned'>,
): Promise<{ readonly model: RuntimeModel; readonly warnings: readonly string[] }> {
  const own = ownWords(model, config)
  const known = catalog.find(model.provider, model.id)
  // A server of the user's own may have been started with a window that is smaller than the model's.
  const facts = probeWindow ? undefined : known
  const contextWindow =
    own.contextWindow ??
    (await probeWindow?.()) ??
    learned.find(model.baseUrl ?? model.provider, model.id) ??
    facts?.contextWindow
  const maxOutputTokens = own.maxOutputTokens ?? facts?.maxOutputTokens
  return {
    model: {
      ...model,
      contextWindow: contextWindow ?? defaultContextWindow,
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      ...(known?.price && { price: known.price }),
    },
    warnings: contextWindow === undefined && !model.isOffline ? [unknownWindow(model.id)] : [],
  }
}

function ownWords(
  { provider, id }: RuntimeModel,
  { model, model_overrides: models }: Pick<Config, 'model' | 'model_overrides'>,
) {
  const settings = Object.hasOwn(models, id) ? models[id] : undefined
  const meant = (settings?.provider ?? provider) === provider ? settings : undefined
  return {
    contextWindow: model.context_length ?? meant?.context_length,
    maxOutputTokens: model.max_tokens ?? meant?.max_output_tokens,
  }
}

function unknownWindow(id: string): string {
  // By hand: `toLocaleString` loads the data of a whole language into a start.
  const taken = String(defaultContextWindow).replace(/\B(?=(\d{3})+$)/g, ',')
  return `The context window of "${id}" is not known and taken to be ${taken} tokens: set model.context_length to what it is.`
}
