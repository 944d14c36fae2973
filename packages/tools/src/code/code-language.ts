export type CodeLanguage = 'python' | 'javascript'

/** The interpreters that an environment has, by name or path. */
export type Interpreters = Readonly<Partial<Record<CodeLanguage, string>>>

/** What the interpreters are called, the preferred language first. */
export const interpreterNames: Readonly<Record<CodeLanguage, string>> = { python: 'python3', javascript: 'node' }

/** In the order in which they are preferred. */
export function languagesOf(interpreters: Interpreters): readonly CodeLanguage[] {
  return codeLanguages.filter((language) => interpreters[language] !== undefined)
}

export const codeLanguages: readonly CodeLanguage[] = ['python', 'javascript']
