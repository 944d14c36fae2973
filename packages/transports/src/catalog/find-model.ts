import { canonicalName } from './canonical-name.js'
import type { CatalogModel } from './model.js'

export interface ModelIndex {
  /** Models, unique by provider and id. */
  readonly models: readonly CatalogModel[]
  /** Models by provider and id. */
  readonly exact: ReadonlyMap<string, CatalogModel>
  /** Models by canonical name, in the order of `models`. */
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
    // Built on demand, because most programs look up exact names only.
    get named() {
      named ??= Map.groupBy(models, ({ id }) => canonicalName(id).name)
      return named
    },
  }
}

/**
 * Finds the model with this name at this provider, else one with the same canonical name there, else one at another
 * provider. The price is returned only for the same provider and variant.
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

/** Sorts a name without a date, which means the newest release, before dated names, and newer dates before older ones. */
function plainestFirst(left: CatalogModel, right: CatalogModel): number {
  return left.id.length - right.id.length || (left.id < right.id ? 1 : -1)
}

/**
 * Sorts by window size, which differs between providers. Assuming too small a window costs a compression; assuming too
 * large a one costs a failed call.
 */
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
