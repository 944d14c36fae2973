import { createTranslate, english, type Language, type Translate } from '@hermes/safety/language'

/** Loads the catalog of a language; English needs none. */
export async function openTranslate(language: Language): Promise<Translate> {
  return language === 'en' ? english : createTranslate(language, (await import('./zh/index.js')).chinese)
}
