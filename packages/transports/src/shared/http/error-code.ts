/**
 * Returns the first `code` in the chain of causes. `fetch` wraps the system error, and an `AggregateError` has one
 * error per address of a host.
 */
export function codeOf(error: unknown): string {
  for (const cause of causesOf(error)) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
    if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0])
  }
  return ''
}

/** Returns the last error in the chain of causes. */
export function rootOf(error: unknown): unknown {
  return causesOf(error).at(-1) ?? error
}

function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && !causes.includes(cause); cause = cause.cause) causes.push(cause)
  return causes
}
