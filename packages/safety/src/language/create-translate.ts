import type { Catalog } from './catalog.js'
import { createMessages } from './messages.js'
import { type Language, pluralOf, type Translate } from './translate.js'

/** Creates a translator for a catalog. Texts missing from the catalog stay in English. */
export function createTranslate(language: Exclude<Language, 'en'>, catalog: Catalog): Translate {
  const messages = createMessages(catalog)
  const say = (pattern: string, values: readonly (string | number)[]) =>
    fill(Object.hasOwn(catalog, pattern) ? (catalog[pattern] ?? pattern) : pattern, values)
  return Object.freeze(
    Object.assign(
      (strings: TemplateStringsArray, ...values: readonly (string | number)[]) => say(patternOf(strings), values),
      {
        language,
        count: (count: number, noun: string, plural = pluralOf(noun)) => {
          const pattern = `{0} ${plural}`
          return Object.hasOwn(catalog, pattern) ? say(pattern, [count]) : `${count} ${count === 1 ? noun : plural}`
        },
        of: (english: string) => (Object.hasOwn(catalog, english) ? (catalog[english] ?? english) : messages(english)),
      },
    ),
  )
}

/** Returns the catalog key of a tagged template: `Removed {0}.` */
export function patternOf(strings: readonly string[]): string {
  return strings.reduce((pattern, part, index) => (index === 0 ? part : `${pattern}{${index - 1}}${part}`), '')
}

function fill(pattern: string, values: readonly (string | number)[]): string {
  return pattern.replace(/\{(\d+)\}/g, (_, index) => String(values[Number(index)] ?? ''))
}
