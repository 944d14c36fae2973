import { canonicalName } from './canonical-name.js'
import type { CatalogModel } from './model.js'

export interface ModelIndex {
  /** Unique by provider and id. */
  readonly models: readonly CatalogModel[]
  /** By provider and id. */
  readonly exact: ReadonlyMap<string, CatalogModel>
  /** By canonical name, in the order of `models`. */
  readonly named: ReadonlyMap<string, readonly CatalogModel[]>
}

/** Creates an index. A later model replaces an earlier one with the same provider and id. */
export function indexModels(given: readonly CatalogModel[]): ModelIndex {
  const exact = new Map(given.map((model) => [exactKey(model.provider, model.id), model]))
  const models = [...exact.values()]
  let named: ModelIndex['named'] | undefined
  return {
    models,
    exact,
    // Most programs only look for exact names: the others are made when one is not found.
    get named() {
      named ??= Map.groupBy(models, ({ id }) => canonicalName(id).name)
      return named
    },
  }
}

/**
 * Finds the model with this name at this provider, otherwise one with the same canonical name there, otherwise one of another provider. The
 * price is only returned for the same provider and variant.
 */
export function findModel(index: ModelIndex, provider: string, id: string): CatalogModel | undefined {
  const found = index.exact.get(exactKey(provider, id))
  if (found) return found
  const { name, variant } = canonicalName(id)
  const same = index.named.get(name) ?? []
  const own = same.filter((model) => model.provider === provider).toSorted(plainestFirst)
  const priced = own.find((model) => canonicalName(model.id).variant === variant)
  return priced ?? withoutPrice(own[0] ?? same.toSorted(smallestFirst)[0])
}

/** Prefers a name without a date, which means the newest release, then the newest date. */
function plainestFirst(left: CatalogModel, right: CatalogModel): number {
  return left.id.length - right.id.length || (left.id < right.id ? 1 : -1)
}

/** Windows differ between providers. If the assumed one is too small, it costs a compression; if it is too large, a failed call. */
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
