import type { ConversationEvent, Cursor } from '../../contracts/conversation-event.js'
import { cutDelta, deltaText } from './delta-text.js'
import { joinEvents } from './join-events.js'

/** The events of the running turn for late onlookers, joined so that they take no more space than the text. */
export class TurnLog {
  #entries: Entry[] = []
  /** The cursor after which all events are held. */
  #heldAfter: Cursor

  constructor(cursor: Cursor) {
    this.#heldAfter = cursor
  }

  add(event: ConversationEvent): void {
    const last = this.#entries.at(-1)
    const joined = last && joinEvents(last.event, event)
    if (!joined) {
      this.#entries.push({ event, first: event.cursor })
      return
    }
    last.lengths ??= [lengthOf(last.event)]
    last.lengths.push(lengthOf(joined))
    last.event = joined
  }

  get heldAfter(): Cursor {
    return this.#heldAfter
  }

  /** Drops all events up to this one. */
  clear(cursor: Cursor): void {
    this.#entries = []
    this.#heldAfter = cursor
  }

  all(): ConversationEvent[] {
    return this.#entries.map(({ event }) => event)
  }

  /** Returns the events after a cursor; `undefined` when some are no longer held. */
  after(cursor: Cursor): ConversationEvent[] | undefined {
    if (cursor < this.#heldAfter) return undefined
    return this.#entries.flatMap((entry) => {
      if (entry.event.cursor <= cursor) return []
      return entry.first > cursor ? entry.event : rest(entry, cursor)
    })
  }
}

interface Entry {
  event: ConversationEvent
  /** The cursor of the first joined event. */
  readonly first: Cursor
  /** The length of the text after each of the joined events. */
  lengths?: number[]
}

function lengthOf(event: ConversationEvent): number {
  return event.type === 'agent' ? (deltaText(event.event)?.length ?? 0) : 0
}

function rest({ event, first, lengths }: Entry, cursor: Cursor): ConversationEvent {
  const seen = lengths?.[cursor - first] ?? 0
  return event.type === 'agent' ? { ...event, event: cutDelta(event.event, seen) } : event
}
