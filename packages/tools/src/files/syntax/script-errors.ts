import type { ParserOptions } from '@babel/parser'
import type { FindErrors, SyntaxFault } from './find-errors.js'

/** Parser options that accept what bundlers, loaders and older scripts accept. */
const lenient = {
  sourceType: 'unambiguous',
  errorRecovery: true,
  allowAwaitOutsideFunction: true,
  allowNewTargetOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowSuperOutsideMethod: true,
  allowUndeclaredExports: true,
} as const satisfies ParserOptions

/** Parses JavaScript and TypeScript, with JSX where the name of the file allows it. */
export const scriptErrors: FindErrors = async (text, path) => {
  const { parse } = await import('@babel/parser')
  try {
    const { errors } = parse(text, { ...lenient, plugins: pluginsFor(path) })
    return errors.filter(isSyntaxError).map(toFault)
  } catch (error) {
    if (isSyntaxError(error)) return [toFault(error)]
    throw error
  }
}

function pluginsFor(path: string): NonNullable<ParserOptions['plugins']> {
  if (/\.[cm]?ts$/.test(path)) return [['typescript', { dts: /\.d\.[cm]?ts$/.test(path) }], 'decorators-legacy']
  if (path.endsWith('.tsx')) return ['typescript', 'decorators-legacy', 'jsx']
  return ['decorators', 'jsx']
}

interface ParseError extends SyntaxError {
  readonly reasonCode: string
  readonly loc: { readonly line: number }
}

/** Returns whether an error is a syntax error. Ignores repeated declarations, because TypeScript merges more of them than the parser knows. */
function isSyntaxError(error: unknown): error is ParseError {
  return error instanceof SyntaxError && 'reasonCode' in error && error.reasonCode !== 'VarRedeclaration'
}

function toFault({ message, loc }: ParseError): SyntaxFault {
  return { line: loc.line, message: message.replace(/ \(\d+:\d+\)$/, '') }
}
