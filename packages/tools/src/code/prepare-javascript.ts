import { HermesError } from '@hermes/core'
import { stripTypes } from './strip-types.js'

/**
 * Converts module code to a script: removes types, turns imports into calls of the kernel and exports into plain
 * declarations. Line numbers are kept, so that errors refer to the original code.
 *
 * @throws {HermesError} `code/syntax` when the code is neither JavaScript nor TypeScript.
 */
export async function prepareJavascript(code: string): Promise<string> {
  // Loads the parser with the first program.
  const syntax = await import('./module-syntax.js')
  const attempts = [
    () => syntax.rewriteModule(code),
    () => syntax.rewriteModule(stripTypes(code)),
    // Sloppy-mode code is not a valid module.
    () => syntax.rewriteScript(code),
  ]
  const failures: unknown[] = []
  for (const attempt of attempts) {
    try {
      return attempt()
    } catch (error) {
      failures.push(error)
    }
  }
  // The TypeScript error is the most useful one: the module parser would report the first type.
  const [, cause] = failures
  throw new HermesError('code/syntax', `The program was not run. SyntaxError: ${explain(cause)}`, { cause })
}

/** Adds the line number and the source line, which Node.js puts before the stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const [, line, text] = /^:(\d+)\n([\s\S]*?)\n\n/.exec(error.stack ?? '') ?? []
  return line === undefined ? error.message : `${error.message} (line ${line})\n${text}`
}
