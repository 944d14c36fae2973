import { readFileSync } from 'node:fs'
import type { Language } from '@hermes/safety/language'
import { type HomePaths, type ResolveHomeOptions, resolveHome, type Variables } from '../home/home-paths.js'
import { languageOf, localeLanguage } from './locale.js'

/**
 * Finds the language of the interface: `display.language`, otherwise that of the locale. Settings that cannot be read are not reported
 * here, but where the others are read.
 * @param home Selects a profile of the home.
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
    // An invalid profile name is reported when the profile is opened.
    return undefined
  }
}

/**
 * Returns the language that the settings choose.
 * @param display The section `display`, valid or not.
 */
function chosenLanguage(display: unknown, variables: Variables): Language {
  const isSection = typeof display === 'object' && display !== null && 'language' in display
  const chosen = isSection && typeof display.language === 'string' ? display.language : 'auto'
  return chosen === 'auto' || chosen === '' ? localeLanguage(variables) : languageOf(chosen)
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Unreadable settings are reported by whatever reads them.
    return ''
  }
}
