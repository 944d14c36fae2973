import { canonicalName } from './canonical-name.js'
import type { CatalogModel } from './model.js'

export interface ModelIndex {
  /** No two with the same provider and id. */
  readonly models: readonly CatalogModel[]
  /** By provider and id. */
  readonly exact: ReadonlyMap<string, CatalogModel>
}

/** Of two models with the same provider and id, the later one counts. */
export function indexModels(models: readonly CatalogModel[]): ModelIndex {
  const exact = new Map(models.map((model) => [exactKey(model.provider, model.id), model]))
  return { models: [...exact.values()], exact }
}

/**
 * The model of this name at this provider; else one of the same canonical name there; else one of another provider, as
 * far as facts of the model go: a price is its provider's own, and a variant's its own.
 */
export function findModel({ models, exact }: ModelIndex, provider: string, id: string): CatalogModel | undefined {
  const found = exact.get(exactKey(provider, id))
  if (found) return found
  const { name, variant } = canonicalName(id)
  const same = models.filter((model) => canonicalName(model.id).name === name)
  const own = same.filter((model) => model.provider === provider).toSorted(plainestFirst)
  const priced = own.find((model) => canonicalName(model.id).variant === variant)
  return priced ?? withoutPrice(own[0] ?? same.toSorted(smallestFirst)[0])
}

/** A name without a date stands for the newest release; among dated ones the newest counts. */
function plainestFirst(left: CatalogModel, right: CatalogModel): number {
  return left.id.length - right.id.length || (left.id < right.id ? 1 : -1)
}

/** Providers cut windows differently: one that is too small costs a compression, one that is too large a failed call. */
function smallestFirst(left: CatalogModel, right: CatalogModel): number {
  return left.contextWindow - right.contextWindow
}

function withoutPrice(model: CatalogModel | undefined): CatalogModel | undefined {
  if (!model) return undefined
  const { price: _, fastPrice: __, ...facts } = model
  return facts
}

function exactKey(provider: string, id: string): string {
  return `${provider} ${id}`
}
