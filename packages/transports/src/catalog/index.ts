export { bundledModels } from './bundled-models.js'
export { type CanonicalName, canonicalName } from './canonical-name.js'
export { type Catalog, type CatalogOptions, createCatalog, type ModelOverride } from './create-catalog.js'
export { type CostEstimate, estimateCost } from './estimate-cost.js'
export { type ListServerModelsOptions, listServerModels, type ServerModel } from './list-server-models.js'
export {
  type CatalogEdition,
  type CatalogModel,
  defaultContextWindow,
  type Modality,
  type ModelPrice,
} from './model.js'
export { toMicroUsd, toUsd } from './money.js'
export { type ParseCatalogOptions, parseCatalog } from './parse-catalog.js'
