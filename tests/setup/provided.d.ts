import 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** By how much rounds, runs and sizes are multiplied: 1 for a run of every day, more for a thorough one. */
    effort: number
  }
}
