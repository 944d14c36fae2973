import { readFileSync } from 'node:fs'
import type { Language } from '@hermes/safety/language'
import type { ProgramName } from './run-cli.js'

/** The help of a program in a language, which the build has written beside its code. `undefined` where the sources run: they have no such file. */
export function builtHelp(program: ProgramName, language: Language): string | undefined {
  try {
    return readFileSync(new URL(`help/${program}.${language}.txt`, import.meta.url), 'utf8')
  } catch {
    // The caller makes the same text from the table of commands.
    return undefined
  }
}
