import type { Environment } from '@hermes/core'
import { createWorkerPool } from '@hermes/safety/worker'
import type { FileChange } from '../unified-diff.js'
import type { FindErrors, SyntaxFault } from './find-errors.js'
import { parserOf } from './parser-of.js'
import { pythonErrors } from './python-errors.js'
import type { SyntaxJob } from './syntax-worker.js'

/**
 * Describes for the model the syntax errors that a change introduced. Empty for existing errors, for unchecked kinds
 * of files, and when the check fails, so that it never prevents a change.
 */
export type SyntaxCheck = (change: FileChange, signal: AbortSignal) => Promise<string>

const maxChars = 1_000_000
const maxShown = 3
const maxMs = 5_000
const maxMb = 512
/** Maximum characters that are parsed without a thread. */
const small = 2 ** 16

export function createSyntaxCheck(environment: Environment): SyntaxCheck {
  const python = pythonErrors(environment)
  const pool = createWorkerPool({
    program: async () => (await import('./syntax-worker.js')).syntaxWorker,
    maxMs,
    maxMb,
  })

  function finderOf(path: string): FindErrors | undefined {
    if (/\.pyi?$/i.test(path)) return python
    const parse = parserOf(path)
    return (
      parse &&
      (async (text, _, signal) => {
        const job: SyntaxJob = { path, text }
        return text.length <= small ? parse(text, path, signal) : pool.run<readonly SyntaxFault[]>(job, signal)
      })
    )
  }

  return async ({ path, before, after }, signal) => {
    const find = finderOf(path)
    if (!find || after === undefined || after.length > maxChars) return ''
    const limited = AbortSignal.any([signal, AbortSignal.timeout(maxMs)])
    try {
      const found = await find(after, path, limited)
      if (found.length === 0) return ''
      const known = before === undefined || before.length > maxChars ? [] : await find(before, path, limited)
      return toText(path, newOnes(found, known))
    } catch {
      // The check is not possible here or timed out, so the change is reported without it.
      return ''
    }
  }
}

/** Returns the errors that are new. Errors are compared by message, because edits shift lines. */
function newOnes(found: readonly SyntaxFault[], known: readonly SyntaxFault[]): readonly SyntaxFault[] {
  const left = known.map(kindOf)
  return found.filter((error) => {
    const at = left.indexOf(kindOf(error))
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

function kindOf({ message }: SyntaxFault): string {
  return message.replace(/\d+/g, '#')
}

function toText(path: string, errors: readonly SyntaxFault[]): string {
  if (errors.length === 0) return ''
  const shown = errors.slice(0, maxShown).map(({ line, message }) => `${path}:${line}: ${message}`)
  const more = errors.length > maxShown ? `\n... and ${errors.length - maxShown} more` : ''
  return `\n[The file was written, but has new errors:\n${shown.join('\n')}${more}]`
}
