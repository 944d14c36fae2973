import { HermesError } from '@hermes/core'

/**
 * Waits for `work`, at most `graceMs` longer once `signal` is aborted; then rejects with the signal's reason and leaves the
 * work to itself: what becomes of it is nobody's business any more.
 */
export function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal, graceMs = 0): Promise<Value> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const giveUp = () => {
      timer = setTimeout(() => reject(signal.reason), graceMs)
    }
    const settle = (act: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      act()
    }
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
    // Kept even when given up: a late failure must not become an unhandled rejection.
    work.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    )
  })
}

/** Waits for `work`, at most `limitMs`. @throws {HermesError} `tool/time-limit`, naming `what`. */
export async function withinLimit<Value>(work: Promise<Value>, limitMs: number, what: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    const error = new HermesError('tool/time-limit', `${what} took longer than ${limitMs / 1000} s.`)
    timer = setTimeout(() => reject(error), limitMs)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

/** Calls `start` for every item, earlier ones first, at most `width` at a time. The promises are in the order of the items. */
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
