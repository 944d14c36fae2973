/** Calls `start` for every item in order, with at most `width` running at a time. Returns the promises in item order. */
export function startAll<Item, Value>(
  items: readonly Item[],
  width: number,
  start: (item: Item) => Promise<Value>,
): Promise<Value>[] {
  const queue = items.map((item) => ({ item, ...Promise.withResolvers<Value>() }))
  const promises = queue.map(({ promise }) => promise)
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) await start(next.item).then(next.resolve, next.reject)
  }
  for (let worker = 0; worker < width; worker += 1) void work()
  return promises
}
