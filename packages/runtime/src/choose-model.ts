import { type Catalog, defaultContextWindow } from '@hermes/transports/catalog'
import type { ChosenTransport } from './choose-transport.js'
import type { Config } from './config-schema.js'
import type { RuntimeModel } from './runtime.js'

/** What is known of the model that answers: the config's word, then the catalog's, then a default and a warning. */
export function chooseModel(
  { model, isLocal }: Pick<ChosenTransport, 'model' | 'isLocal'>,
  config: Config['model'],
  catalog: Pick<Catalog, 'find'>,
): { readonly model: RuntimeModel; readonly warnings: readonly string[] } {
  // A server of the user's own may have been started with a window that is smaller than the model's.
  const known = isLocal ? undefined : catalog.find(model.provider, model.id)
  const contextWindow = config.context_length ?? known?.contextWindow
  const maxOutputTokens = config.max_tokens ?? known?.maxOutputTokens
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

function unknownWindow(id: string): string {
  // By hand: `toLocaleString` loads the data of a whole language into a start.
  const taken = String(defaultContextWindow).replace(/\B(?=(\d{3})+$)/g, ',')
  return `The context window of "${id}" is not known and taken to be ${taken} tokens: to set it, run: hermes config set model.context_length TOKENS`
}
