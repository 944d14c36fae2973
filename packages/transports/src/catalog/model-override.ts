import { findModel, type ModelIndex } from './find-model.js'
import { type CatalogModel, defaultContextWindow, type ModelPrice } from './model.js'

/** Correction of a model by the user. Missing fields stay unchanged. */
export interface ModelOverride extends Partial<Omit<CatalogModel, 'id' | 'provider' | 'price' | 'fastPrice'>> {
  readonly id: string
  /** Provider to which the correction applies. Default: all providers. */
  readonly provider?: string
  /** Replaces all prices of the model. */
  readonly price?: Omit<ModelPrice, 'source' | 'version'>
}

type ModelName = Pick<CatalogModel, 'provider' | 'id'>

/** Applies the corrections to a model. Returns `undefined` if it is unknown and has none. */
export function applyOverrides(overrides: readonly ModelOverride[], name: ModelName, known: CatalogModel): CatalogModel
export function applyOverrides(
  overrides: readonly ModelOverride[],
  name: ModelName,
  known: CatalogModel | undefined,
): CatalogModel | undefined
export function applyOverrides(
  overrides: readonly ModelOverride[],
  name: ModelName,
  known: CatalogModel | undefined,
): CatalogModel | undefined {
  const meant = overrides.filter(({ id, provider = name.provider }) => id === name.id && provider === name.provider)
  return meant.toSorted(generalFirst).reduce((model, override) => withOverride(override, name, model), known)
}

/** Returns the models of all corrections that name a provider, including models that are not in the catalog. */
export function addedModels(overrides: readonly ModelOverride[], index: ModelIndex): readonly CatalogModel[] {
  return overrides.flatMap((override) => {
    const { id, provider } = override
    return provider === undefined ? [] : [withOverride(override, { id, provider }, findModel(index, provider, id))]
  })
}

function withOverride(override: ModelOverride, name: ModelName, known: CatalogModel | undefined): CatalogModel {
  const { price, ...facts } = override
  return {
    contextWindow: defaultContextWindow,
    input: ['text'],
    output: ['text'],
    reasoning: false,
    toolCalls: true,
    ...known,
    ...facts,
    provider: name.provider,
    id: name.id,
    ...(price && { price: { ...price, source: 'config', version: 'config' } }),
  }
}

function generalFirst(left: ModelOverride, right: ModelOverride): number {
  return Number(left.provider !== undefined) - Number(right.provider !== undefined)
}
