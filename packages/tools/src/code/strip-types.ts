import { stripTypeScriptTypes } from 'node:module'

/** Replaces TypeScript types with spaces. Throws for syntax that cannot simply be removed. */
export function stripTypes(code: string): string {
  // Suppresses the experimental warning, which would appear on the user's screen.
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return stripTypeScriptTypes(code)
  } finally {
    process.emitWarning = emitWarning
  }
}
