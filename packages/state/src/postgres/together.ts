/**
 * Waits until all queries that were sent together have ended, then throws the first error in the order of the list. A
 * query still running after an error would take effect outside its transaction.
 */
export async function together<T extends readonly unknown[] | []>(
  queries: T,
): Promise<{ -readonly [Place in keyof T]: Awaited<T[Place]> }> {
  const outcomes = await Promise.allSettled(queries)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return Promise.all(queries)
}
