export type CodeLanguage = 'python' | 'javascript'

/** Interpreters of an environment, by name or path. */
export type Interpreters = Readonly<Partial<Record<CodeLanguage, string>>>

/** Names of the interpreters, with the preferred language first. */
export const interpreterNames: Readonly<Record<CodeLanguage, string>> = { python: 'python3', javascript: 'node' }

/** Returns the languages that have an interpreter, in order of preference. */
export function languagesOf(interpreters: Interpreters): readonly CodeLanguage[] {
  return codeLanguages.filter((language) => interpreters[language] !== undefined)
}

export const codeLanguages: readonly CodeLanguage[] = ['python', 'javascript']
