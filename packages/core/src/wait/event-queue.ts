/** Merges two adjacent unread events. Returns `undefined` if both must be read. */
export type JoinEvents<Event> = (last: Event, next: Event) => Event | undefined

/** A call of `next` that waits for an event. */
type Reader<Event> = Pick<PromiseWithResolvers<IteratorResult<Event, undefined>>, 'resolve' | 'reject'>

/** Passes events from producers, which never wait, to one reader. */
export class EventQueue<Event extends object> {
  readonly #join: JoinEvents<Event> | undefined
  readonly #events: Event[] = []
  /** The position of the first unread event. */
  #position = 0
  #end: { readonly error?: unknown } | undefined
  readonly #readers: Reader<Event>[] = []

  /** Creates a queue. @param join Keeps the queue short when the reader is slow. Default: all events are kept. */
  constructor(join?: JoinEvents<Event>) {
    this.#join = join
  }

  /** Adds an event. Ignored after the end. */
  push(event: Event): void {
    if (this.#end) return
    const reader = this.#readers.shift()
    if (reader) {
      reader.resolve({ value: event, done: false })
      return
    }
    const last = this.#events.at(-1)
    const joined = last && this.#join?.(last, event)
    if (joined) this.#events[this.#events.length - 1] = joined
    else this.#events.push(event)
  }

  /** Ends the queue: the reader gets the waiting events, then the end. */
  close(): void {
    if (this.#end) return
    this.#end = {}
    for (const reader of this.#readers.splice(0)) reader.resolve({ value: undefined, done: true })
  }

  /** Ends the queue with an error, which the reader gets after the waiting events. */
  fail(error: unknown): void {
    if (this.#end) return
    this.#end = { error }
    for (const reader of this.#readers.splice(0)) reader.reject(error)
  }

  /**
   * Returns the events in order, for one reader. Not a generator, which creates several promises for each event: all events
   * of a turn are read here.
   *
   * @param onLeave Called and awaited when the reader stops before the queue is closed.
   */
  read(onLeave?: () => Promise<void> | void): AsyncIterableIterator<Event, undefined, undefined> {
    let isDone = false

    const next = (): Promise<IteratorResult<Event, undefined>> => {
      const event = isDone ? undefined : this.#take()
      if (event) return Promise.resolve({ value: event, done: false })
      if (isDone) return Promise.resolve({ value: undefined, done: true })
      if (!this.#end) return new Promise((resolve, reject) => this.#readers.push({ resolve, reject }))
      isDone = true
      return 'error' in this.#end ? Promise.reject(this.#end.error) : Promise.resolve({ value: undefined, done: true })
    }

    const leave = async (): Promise<IteratorResult<Event, undefined>> => {
      isDone = true
      if (!this.#end) await onLeave?.()
      return { value: undefined, done: true }
    }

    const iterator: AsyncIterableIterator<Event, undefined, undefined> = {
      next,
      return: leave,
      [Symbol.asyncIterator]: () => iterator,
    }
    return iterator
  }

  #take(): Event | undefined {
    const event = this.#events[this.#position]
    if (!event) return undefined
    this.#position += 1
    if (this.#position < this.#events.length) return event
    this.#events.length = 0
    this.#position = 0
    return event
  }
}
