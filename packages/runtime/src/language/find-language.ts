import { readFileSync } from 'node:fs'
import type { Language } from '@hermes/safety/language'
import { type HomePaths, type ResolveHomeOptions, resolveHome, type Variables } from '../home/home-paths.js'
import { languageOf, localeLanguage } from './locale.js'

/**
 * The language of the interface: `display.language`, else that of the locale. Settings that cannot be read are reported by what reads the
 * others.
 * @param home Which home of these variables.
 */
export async function findLanguage(variables: Variables, home: ResolveHomeOptions = {}): Promise<Language> {
  const paths = pathsOf(variables, home)
  if (!paths || !mention(paths, variables)) return localeLanguage(variables)
  const { settleConfig } = await import('../config/load/settle-config.js')
  const settled = await settleConfig({ paths, variables }).catch(() => undefined)
  return chosenLanguage(settled?.values.display, variables)
}

/** Whether settings of the home may choose the language. Decided without parsing them, because every start asks. */
export function mayChooseLanguage(variables: Variables): boolean {
  const paths = pathsOf(variables, {})
  return paths !== undefined && mention(paths, variables)
}

function mention({ config, env }: HomePaths, variables: Variables): boolean {
  return Boolean(variables.HERMES_LANGUAGE) || [config, env].some((path) => /language/i.test(textOf(path)))
}

function pathsOf(variables: Variables, home: ResolveHomeOptions): HomePaths | undefined {
  try {
    return resolveHome(variables, home)
  } catch {
    // An invalid name of a profile is reported by what opens it.
    return undefined
  }
}

/** @param display That part of the settings, valid or not. */
function chosenLanguage(display: unknown, variables: Variables): Language {
  const isSection = typeof display === 'object' && display !== null && 'language' in display
  const chosen = isSection && typeof display.language === 'string' ? display.language : 'auto'
  return chosen === 'auto' || chosen === '' ? localeLanguage(variables) : languageOf(chosen)
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Whatever reads the settings says what is wrong with them.
    return ''
  }
}
