/** Runs work in one of several lanes, after the earlier work of that lane. */
export type InLane = <Value>(work: () => Promise<Value>) => Promise<Value>

/** Creates lanes that run at most `count` pieces of work at once. */
export function createLanes(count: number): InLane {
  const last: Promise<unknown>[] = Array.from({ length: count }, () => Promise.resolve())
  let next = 0
  return (work) => {
    const lane = next++ % count
    const result = Promise.resolve(last[lane]).then(work)
    last[lane] = result.catch(() => undefined)
    return result
  }
}
