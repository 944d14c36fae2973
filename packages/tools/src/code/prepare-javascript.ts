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
  const [asModule, asTypes] = failures
  const cause = isUnsupported(asTypes) ? asTypes : asModule
  const reason = cause instanceof Error ? cause.message : String(cause)
  throw new HermesError('code/syntax', `The program was not run. SyntaxError: ${reason}`, { cause })
}

/** Types that would have to become code, such as enums. */
function isUnsupported(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'
}
