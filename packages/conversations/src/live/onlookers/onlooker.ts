import type { ConversationEvent } from '../../contracts/conversation-event.js'
import { joinEvents } from './join-events.js'

export interface OnlookerOptions {
  /** The buffer size in characters. */
  readonly limit: number
  /** Whether waiting deltas are joined. */
  readonly joins: boolean
  /** Creates the event that replaces missed events. */
  readonly catchUp: (missed: number) => ConversationEvent[]
}

/** One reader of a conversation's events, with its own buffer. */
export class Onlooker implements AsyncIterator<ConversationEvent, undefined> {
  readonly #options: OnlookerOptions
  #reading: ConversationEvent[] = []
  #next = 0
  #waiting: ConversationEvent[] = []
  #weight = 0
  #missed = 0
  #isClosed = false
  #readers: ((result: IteratorResult<ConversationEvent, undefined>) => void)[] = []

  constructor(options: OnlookerOptions) {
    this.#options = options
  }

  /** Starts with events that are held anyway and do not count against the limit. */
  start(events: ConversationEvent[]): void {
    this.#reading = events
  }

  /** Adds an event. Never waits for the reader. */
  push(event: ConversationEvent, weight: number): void {
    if (this.#isClosed) return
    const reader = this.#readers.shift()
    if (reader) reader({ done: false, value: event })
    else if (this.#missed > 0 || this.#weight + weight > this.#options.limit) this.#drop()
    else this.#keep(event, weight)
  }

  close(): void {
    this.#isClosed = true
    this.#reading = []
    this.#waiting = []
    for (const reader of this.#readers.splice(0)) reader({ done: true, value: undefined })
  }

  async next(): Promise<IteratorResult<ConversationEvent, undefined>> {
    const value = this.#take()
    if (value) return { done: false, value }
    if (this.#isClosed) return { done: true, value: undefined }
    return new Promise((resolve) => this.#readers.push(resolve))
  }

  #keep(event: ConversationEvent, weight: number): void {
    this.#weight += weight
    const last = this.#waiting.at(-1)
    const joined = this.#options.joins && last && joinEvents(last, event)
    if (joined) this.#waiting[this.#waiting.length - 1] = joined
    else this.#waiting.push(event)
  }

  #drop(): void {
    this.#missed += this.#waiting.length + 1
    this.#waiting = []
  }

  #take(): ConversationEvent | undefined {
    if (this.#next >= this.#reading.length) this.#refill()
    return this.#reading[this.#next++]
  }

  #refill(): void {
    this.#reading = this.#missed > 0 ? this.#options.catchUp(this.#missed) : this.#waiting
    this.#next = 0
    this.#waiting = []
    this.#weight = 0
    this.#missed = 0
  }
}
