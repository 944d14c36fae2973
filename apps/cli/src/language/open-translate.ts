import { createTranslate, english, type Language, type Translate } from '@hermes/safety/language'

/** Loads the catalogue of a language; English needs none. */
export async function openTranslate(language: Language): Promise<Translate> {
  return language === 'en' ? english : createTranslate(language, (await import('./zh/index.js')).chinese)
}
