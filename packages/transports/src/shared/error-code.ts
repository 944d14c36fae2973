/** The first `code` on the way down; `fetch` wraps the system's error, and there may be one for each address of a host. */
export function codeOf(error: unknown): string {
  for (const cause of causesOf(error)) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
    if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0])
  }
  return ''
}

/** What is at the bottom. */
export function rootOf(error: unknown): unknown {
  return causesOf(error).at(-1) ?? error
}

function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && !causes.includes(cause); cause = cause.cause) causes.push(cause)
  return causes
}
