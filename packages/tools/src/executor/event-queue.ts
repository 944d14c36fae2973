/** Passes events from several producers to one reader, in push order. */
export interface EventQueue<Event> extends AsyncIterable<Event> {
  push(event: Event): void
  /** The reader gets the remaining events and then the end. Later pushes are dropped. */
  end(): void
}

export function createEventQueue<Event>(): EventQueue<Event> {
  let waiting: Event[] = []
  let ended = false
  let wake: () => void = () => undefined
  return {
    push(event) {
      if (!ended) waiting.push(event)
      wake()
    },
    end() {
      ended = true
      wake()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const batch = waiting
        waiting = []
        yield* batch
        if (waiting.length > 0) continue
        if (ended) return
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
