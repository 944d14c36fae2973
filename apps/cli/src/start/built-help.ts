import { readFileSync } from 'node:fs'
import type { Language } from '@hermes/safety/language'
import type { ProgramName } from './run-cli.js'

/** Returns the help of a program in a language, which the build has written next to its code; `undefined` when the sources run, which lack this file. */
export function builtHelp(program: ProgramName, language: Language): string | undefined {
  try {
    return readFileSync(new URL(`help/${program}.${language}.txt`, import.meta.url), 'utf8')
  } catch {
    // The caller generates the same text from the table of commands.
    return undefined
  }
}
