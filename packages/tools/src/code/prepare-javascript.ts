import { HermesError } from '@hermes/core'
import { stripTypes } from './strip-types.js'

/**
 * Makes a program of what a model writes as a module: types go, imports become calls of the kernel, exports become plain
 * declarations. Lines stay where they are, so that errors name the right ones.
 * @throws {HermesError} `code/syntax` when it is neither JavaScript nor TypeScript.
 */
export async function prepareJavascript(code: string): Promise<string> {
  // The parser is loaded at the first program.
  const syntax = await import('./module-syntax.js')
  const attempts = [
    () => syntax.rewriteModule(code),
    () => syntax.rewriteModule(stripTypes(code)),
    // What modules forbid.
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
  // As TypeScript it is told best: as a module, the first type would be the error.
  const [, cause] = failures
  throw new HermesError('code/syntax', `The program was not run. SyntaxError: ${explain(cause)}`, { cause })
}

/** With the line and what stands there, which Node.js puts before the stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const [, line, text] = /^:(\d+)\n([\s\S]*?)\n\n/.exec(error.stack ?? '') ?? []
  return line === undefined ? error.message : `${error.message} (line ${line})\n${text}`
}
