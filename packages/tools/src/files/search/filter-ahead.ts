/** Number of answers that are awaited concurrently. */
const ahead = 16

/**
 * Filters asynchronously and keeps the order, while already testing later values. When the source fails, earlier values
 * are yielded first.
 */
export async function* filterAhead<Value>(
  source: AsyncIterable<Value>,
  passes: (value: Value) => boolean | Promise<boolean>,
): AsyncGenerator<Value> {
  const waiting: { readonly value: Value; readonly answer: Promise<boolean> }[] = []
  const failure = { error: undefined as unknown, isThere: false }
  try {
    for await (const value of source) {
      const verdict = passes(value)
      if (verdict === false) continue
      const answer = Promise.resolve(verdict)
      // Handled below. Without this, a reader that leaves early would cause an unhandled rejection.
      answer.catch(() => undefined)
      waiting.push({ value, answer })
      const [first] = waiting
      if (waiting.length < ahead || first === undefined) continue
      waiting.shift()
      if (await first.answer) yield first.value
    }
  } catch (error) {
    failure.error = error
    failure.isThere = true
  }
  for (const { value, answer } of waiting) if (await answer) yield value
  if (failure.isThere) throw failure.error
}
