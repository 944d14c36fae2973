import { stripTypeScriptTypes } from 'node:module'

/** TypeScript without its types, everything else where it was. Throws where types are not all that has to go. */
export function stripTypes(code: string): string {
  // Node.js says of the function that it is new, on the screen of the user whom that does not concern.
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return stripTypeScriptTypes(code)
  } finally {
    process.emitWarning = emitWarning
  }
}
