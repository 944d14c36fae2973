import { pluralOf, type Translate } from './translate.js'

/** The language of the source code: every text as it is written there. */
export const english: Translate = Object.freeze(
  Object.assign(
    (strings: TemplateStringsArray, ...values: readonly (string | number)[]) => String.raw({ raw: strings }, ...values),
    {
      language: 'en' as const,
      count: (count: number, noun: string, plural = pluralOf(noun)) => `${count} ${count === 1 ? noun : plural}`,
      of: (text: string) => text,
    },
  ),
)
