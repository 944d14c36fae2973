/** How many answers are waited for at the same time. */
const ahead = 16

/**
 * The values that pass, in their order, while those that follow are already being looked at. When the source fails, what it had
 * given before comes first.
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
      // Looked at below; a reader that leaves before leaves nothing unhandled.
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
