import 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The multiplier of rounds, runs and sizes: 1 for everyday runs, more for thorough ones. */
    effort: number
    /** The path of each packed package, by name. Only for `tests/packaging`. */
    tarballs: Readonly<Record<string, string>>
  }
}
