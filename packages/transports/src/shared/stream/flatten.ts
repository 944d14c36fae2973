/**
 * The items of batches, one by one. Not a generator, which creates several promises for each item: a stream has thousands.
 *
 * @param signal Once it is aborted, the items that are left are dropped, and its reason is thrown where the batches were read.
 */
export function flatten<Item extends object>(
  batches: AsyncGenerator<readonly Item[], undefined>,
  signal: AbortSignal,
): AsyncIterableIterator<Item, undefined> {
  let batch: readonly Item[] = []
  let position = 0

  const take = (): IteratorResult<Item, undefined> | undefined => {
    const item = batch[position]
    position += 1
    return item && { value: item, done: false }
  }

  async function nextBatch(): Promise<IteratorResult<Item, undefined>> {
    for (;;) {
      const found = await batches.next()
      if (found.done) return found
      batch = found.value
      position = 0
      const first = take()
      if (first) return first
    }
  }

  async function drop(ended: Promise<unknown>): Promise<IteratorResult<Item, undefined>> {
    batch = []
    await ended
    return { value: undefined, done: true }
  }

  const iterator: AsyncIterableIterator<Item, undefined> = {
    next() {
      if (signal.aborted && position < batch.length) return drop(batches.throw(signal.reason))
      const item = take()
      return item ? Promise.resolve(item) : nextBatch()
    },
    return: () => drop(batches.return(undefined)),
    [Symbol.asyncIterator]: () => iterator,
  }
  return iterator
}
