import type { ConversationEvent, Cursor } from '@hermes/conversations'
import type { RunEvent } from './run-event-schema.js'
import { toRunEvent } from './to-run-event.js'

/** Maximum number of events that are kept per run. */
const most = 256
/** How long events are kept after the end of their run, in milliseconds. */
const keepMs = 5 * 60 * 1000
/** Maximum number of ended runs with events. Otherwise a gateway with many short runs would hold hundreds of MB. */
const mostEnded = 100

export interface KeptEvent {
  readonly cursor: Cursor
  readonly event: RunEvent
}

export interface KeptEvents {
  readonly events: readonly KeptEvent[]
  /** Whether some earlier events are no longer kept, or were never in this process. */
  readonly isCut: boolean
}

/** The newest events of a run in this process. */
export interface RunJournal {
  readonly hasBegun: boolean
  /** Returns the events after a cursor, or all of them. */
  after(cursor: Cursor | undefined): KeptEvents
}

/** Keeps the events of runs for clients that lost their connection, even if they return after the end of the run. */
export interface RunJournals {
  /** Keeps the events of a run as they are read. */
  keep(runId: string, events: AsyncIterable<ConversationEvent>): AsyncIterable<ConversationEvent>
  of(runId: string): RunJournal | undefined
}

export function createRunJournals(): RunJournals {
  const journals = new Map<string, Journal>()
  /** The journals of ended runs, oldest first. */
  const ended = new Map<string, Journal>()

  function forget(runId: string, journal: Journal): void {
    if (ended.get(runId) === journal) ended.delete(runId)
    if (journals.get(runId) === journal) journals.delete(runId)
  }

  return {
    async *keep(runId, events) {
      const journal = new Journal(runId)
      journals.set(runId, journal)
      try {
        for await (const event of events) {
          journal.add(event)
          yield event
        }
      } finally {
        ended.set(runId, journal)
        setTimeout(() => forget(runId, journal), keepMs).unref()
        const [oldest] = ended
        if (oldest && ended.size > mostEnded) forget(...oldest)
      }
    },
    of: (runId) => journals.get(runId),
  }
}

class Journal implements RunJournal {
  readonly #runId: string
  readonly #kept: KeptEvent[] = []
  /** All events after this cursor, up to the newest one, are held. */
  #heldAfter: Cursor | undefined
  #newest: Cursor = 0
  #isWhole = true
  hasBegun = false

  constructor(runId: string) {
    this.#runId = runId
  }

  add(event: ConversationEvent): void {
    const { cursor } = event
    this.#heldAfter ??= cursor - 1
    this.#newest = cursor
    const sent = toRunEvent(event, this.#runId)
    if (!sent) return
    this.hasBegun ||= event.type === 'turn-begin'
    this.#kept.push({ cursor, event: sent })
    if (this.#kept.length <= most) return
    this.#heldAfter = this.#kept.shift()?.cursor
    this.#isWhole = false
  }

  after(cursor: Cursor | undefined): KeptEvents {
    if (cursor === undefined) return { events: this.#kept, isCut: !this.#isWhole }
    // A cursor from the future comes from a process whose clock was ahead.
    const isCut = this.#heldAfter === undefined || cursor < this.#heldAfter || cursor > this.#newest
    return { events: isCut ? this.#kept : this.#kept.filter((kept) => kept.cursor > cursor), isCut }
  }
}
