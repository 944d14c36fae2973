import { errorName } from './error-names.js'

/** Runs `work` of Node's SQLite; its errors get SQLite's name of the error as their `code`. */
export function translated<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw withName(error)
  }
}

/** Gives an error of Node's SQLite the name of its result code as `code`; anything else stays as it is. */
export function withName(error: unknown): unknown {
  return isSqliteError(error) ? Object.assign(error, { code: errorName(error.errcode) }) : error
}

/** An error of SQLite as Node raises it. */
export function isSqliteError(error: unknown): error is Error & { readonly errcode: number } {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
}
