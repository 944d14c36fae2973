import { defaultContextWindow } from '@hermes/transports/catalog'
import type { Config } from '../schema/config-schema.js'
import type { ChosenTransport } from './chosen-transport.js'
import type { KnownModels } from './known-models.js'
import type { RuntimeModel } from './runtime-model.js'

/**
 * Resolves the properties of the model. The context window comes from the first of these that knows it: the config, the user's own server,
 * earlier answers of the provider, the catalog, or a default with a warning.
 */
export async function chooseModel(
  { model, probeWindow }: Pick<ChosenTransport, 'model' | 'probeWindow'>,
  config: Pick<Config, 'model' | 'model_overrides' | 'providers'>,
  { catalog, learned }: Pick<KnownModels, 'catalog' | 'learned'>,
): Promise<{ readonly model: RuntimeModel; readonly warnings: readonly string[] }> {
  const own = ownWords(model, config)
  const known = catalog.find(model.provider, model.id)
  // The user's own server may run the model with a smaller context window.
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
      ...(known?.fastPrice && { fastPrice: known.fastPrice }),
    },
    warnings: contextWindow === undefined && !model.isOffline ? [unknownWindow(model.id)] : [],
  }
}

function ownWords(
  { provider, id }: RuntimeModel,
  { model, model_overrides: models, providers }: Pick<Config, 'model' | 'model_overrides' | 'providers'>,
) {
  const settings = Object.hasOwn(models, id) ? models[id] : undefined
  const meant = (settings?.provider ?? provider) === provider ? settings : undefined
  const server = Object.hasOwn(providers, provider) ? providers[provider] : undefined
  const ofServer = server && Object.hasOwn(server.models, id) ? server.models[id] : undefined
  return {
    contextWindow: model.context_length ?? meant?.context_length ?? ofServer?.context_length ?? server?.context_length,
    maxOutputTokens: model.max_tokens ?? meant?.max_output_tokens ?? ofServer?.max_output_tokens,
  }
}

function unknownWindow(id: string): string {
  // Formatted by hand: `toLocaleString` loads locale data at startup.
  const taken = String(defaultContextWindow).replace(/\B(?=(\d{3})+$)/g, ',')
  return `The context window of "${id}" is unknown and assumed to be ${taken} tokens: set model.context_length to correct it.`
}
