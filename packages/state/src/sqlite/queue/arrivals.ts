import { isChosen, type LaneChoice, type NewWorkItem } from '@hermes/core/queue'

type Arrival = Pick<NewWorkItem, 'queue' | 'lane'>

/** Items that are being put. A worker that claims now gets them in the transaction that stores them. */
export interface Arrivals {
  /** Notes an item until the returned object is disposed. */
  add(item: Arrival): Disposable
  has(queue: string, choice: LaneChoice): boolean
}

export function createArrivals(): Arrivals {
  const all = new Set<Arrival>()
  return {
    add({ queue, lane }) {
      const arrival = { queue, lane }
      all.add(arrival)
      return { [Symbol.dispose]: () => void all.delete(arrival) }
    },
    has(queue, choice) {
      for (const arrival of all) {
        if (arrival.queue === queue && isChosen(arrival.lane, choice)) return true
      }
      return false
    },
  }
}
