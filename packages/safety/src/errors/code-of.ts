/** The code of an error of Node or of the system, `ENOENT` or `ERR_MODULE_NOT_FOUND`; `undefined` for all that has none. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
