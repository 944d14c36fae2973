export type { Catalog } from './catalog.js'
export { createTranslate, patternOf } from './create-translate.js'
export { english } from './english.js'
export { type Language, pluralOf, type Translate } from './translate.js'
