import { errorName } from './error-names.js'

/** Runs `work` with Node's SQLite, and sets the name of the result code as the `code` of its errors. */
export function translated<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw withName(error)
  }
}

/** Sets the name of the result code as the `code` of a SQLite error. Returns other values unchanged. */
export function withName(error: unknown): unknown {
  return isSqliteError(error) ? Object.assign(error, { code: errorName(error.errcode) }) : error
}

/** Whether the error is a SQLite error of Node.js. */
export function isSqliteError(error: unknown): error is Error & { readonly errcode: number } {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
}
