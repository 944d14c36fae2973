export { findLanguage, mayChooseLanguage } from './find-language.js'
export { languageOf, localeLanguage } from './locale.js'
