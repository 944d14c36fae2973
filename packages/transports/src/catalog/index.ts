export { bundledModels } from './bundled-models.js'
export { type CanonicalName, canonicalName } from './canonical-name.js'
export { type Catalog, type CatalogOptions, createCatalog } from './create-catalog.js'
export { estimateCost } from './estimate-cost.js'
export { hourCachePrice } from './hour-cache-price.js'
export { createLearnedWindows, type LearnedWindows, type LearnedWindowsOptions } from './learned-windows.js'
export { type ListServerModelsOptions, listServerModels, type ServerModel } from './list-server-models.js'
export {
  type CatalogEdition,
  type CatalogModel,
  defaultContextWindow,
  type Modality,
  type ModelPrice,
  type PriceTier,
  type TokenPrices,
} from './model.js'
export type { ModelOverride } from './model-override.js'
export { toMicroUsd, toUsd } from './money.js'
export { type ParseCatalogOptions, parseCatalog } from './parse-catalog.js'
export { type ProbeContextWindowOptions, probeContextWindow } from './probe-context-window.js'
export { withLearning } from './with-learning.js'
export { type PricingOptions, withPricing } from './with-pricing.js'
