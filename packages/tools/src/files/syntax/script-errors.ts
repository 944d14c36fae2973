import type { FindErrors } from './find-errors.js'
import { lineOf } from './line-of.js'

/** Checks JavaScript and TypeScript, with JSX where the file name or the syntax requires it. */
export const scriptErrors: FindErrors = async (text, path) => {
  const { parse } = await import('oxc-parser')
  const { errors } = await parse(path.endsWith('.js') ? path.replace(/\.js$/, '.jsx') : path, text)
  const found = errors.filter(({ severity }) => severity === 'Error')
  return found.map(({ message, labels }) => ({ line: lineOf(text, labels[0]?.start ?? 0), message }))
}
