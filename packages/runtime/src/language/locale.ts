import type { Language } from '@hermes/safety/language'
import type { Variables } from '../home/home-paths.js'

/** Returns the language of a setting or a locale, such as `zh`, `zh_CN.UTF-8` or `zh-Hans`. Other languages are shown in English. */
export function languageOf(tag: string): Language {
  const [language, ...rest] = tag.toLowerCase().split(/[.@]/)[0]?.split(/[-_]/) ?? []
  const isTraditional = rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part))
  return (language === 'zh' || language === 'chinese') && !isTraditional ? 'zh' : 'en'
}

/** Returns the language of the locale: `LC_ALL`, then `LC_MESSAGES`, then `LANG`. */
export function localeLanguage({ LC_ALL, LC_MESSAGES, LANG }: Variables): Language {
  return languageOf(LC_ALL || LC_MESSAGES || LANG || '')
}
