import type { SessionEvent } from '../events/to-session-event.js'
import { isDelta } from './join-deltas.js'

/** The minimum weight of an event, in characters. */
const leastWeight = 100

/** The latest events of a session, in one order for all clients. The oldest are dropped. */
export class EventLog {
  readonly #maxChars: number
  #entries: { readonly event: SessionEvent; readonly weight: number }[] = []
  #weight = 0
  /** The cursor after which all events are held. Unknown before the first event. */
  #heldAfter: number | undefined
  #turnStart: number | undefined
  #last: number | undefined
  #isEnded = false
  #waiting: (() => void)[] = []
  readonly #collecting = new Set<() => void>()

  constructor(maxChars: number) {
    this.#maxChars = maxChars
  }

  /** Returns where a client without a cursor starts: before the running turn, or at the end. */
  get start(): number | undefined {
    return this.#turnStart ?? this.#last
  }

  get last(): number | undefined {
    return this.#last
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  add(event: SessionEvent): void {
    this.#heldAfter ??= event.cursor - 1
    if (event.type === 'message.start') this.#turnStart = event.cursor - 1
    if (event.type === 'message.complete') this.#turnStart = undefined
    this.#last = event.cursor
    const weight = leastWeight + weightOf(event)
    this.#entries.push({ event, weight })
    this.#weight += weight
    this.#trim()
    this.#wake()
    if (!isDelta(event)) this.#stopCollecting()
  }

  /**
   * Returns the events after a cursor, or `undefined` when some of them are no longer held or the cursor belongs to
   * another process.
   */
  after(cursor: number): readonly SessionEvent[] | undefined {
    if (this.#heldAfter === undefined || this.#last === undefined) return undefined
    if (cursor < this.#heldAfter || cursor > this.#last) return undefined
    // Searched from the end, because that is where most readers are.
    const first = this.#entries.findLastIndex(({ event }) => event.cursor <= cursor) + 1
    return this.#entries.slice(first).map(({ event }) => event)
  }

  /** Returns the oldest cursor for which `after` has an answer. */
  get heldAfter(): number | undefined {
    return this.#heldAfter
  }

  /** Resolves with the next event or at the end. */
  changed(): Promise<void> {
    return this.#isEnded ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Resolves with the next event that is not a delta, at the end, or after this number of milliseconds. */
  changedBeyondDeltas(waitMs: number): Promise<void> {
    if (this.#isEnded) return Promise.resolve()
    return new Promise((resolve) => {
      const stop = () => {
        clearTimeout(timer)
        this.#collecting.delete(stop)
        resolve()
      }
      const timer = setTimeout(stop, waitMs)
      this.#collecting.add(stop)
    })
  }

  end(): void {
    this.#isEnded = true
    this.#wake()
    this.#stopCollecting()
  }

  #trim(): void {
    let dropped = 0
    for (const { event, weight } of this.#entries) {
      if (this.#weight <= this.#maxChars || dropped === this.#entries.length - 1) break
      this.#weight -= weight
      this.#heldAfter = event.cursor
      dropped += 1
    }
    if (dropped > 0) this.#entries.splice(0, dropped)
  }

  #stopCollecting(): void {
    for (const stop of this.#collecting) stop()
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

function weightOf({ type, payload }: SessionEvent): number {
  const isDelta = type === 'message.delta' || type === 'reasoning.delta'
  return isDelta && 'text' in payload ? (payload.text?.length ?? 0) : JSON.stringify(payload).length
}
