/**
 * Returns the `code` of a Node or system error, such as `ENOENT` or `ERR_MODULE_NOT_FOUND`. `undefined` when the error
 * has none.
 */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
