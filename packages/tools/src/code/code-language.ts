export type CodeLanguage = 'python' | 'javascript'

/** The interpreters of an environment, by name or path. */
export type Interpreters = Readonly<Partial<Record<CodeLanguage, string>>>

/** The names of the interpreters, the preferred language first. */
export const interpreterNames: Readonly<Record<CodeLanguage, string>> = { python: 'python3', javascript: 'node' }

/** In order of preference. */
export function languagesOf(interpreters: Interpreters): readonly CodeLanguage[] {
  return codeLanguages.filter((language) => interpreters[language] !== undefined)
}

export const codeLanguages: readonly CodeLanguage[] = ['python', 'javascript']
