import type { OnlookOptions } from '../../contracts/conversation.js'
import type { ConversationEvent, ConversationEventBody, Cursor } from '../../contracts/conversation-event.js'
import type { ConversationState } from '../../contracts/conversation-state.js'
import { Onlooker } from './onlooker.js'
import { TurnLog } from './turn-log.js'
import { weightOf } from './weight-of.js'

/** The buffer size of one onlooker in characters. */
const longestWait = 1_048_576

export interface OnlookersOptions {
  /** The first cursor. */
  readonly firstCursor: Cursor
  readonly state: () => ConversationState
  /** Called when the first onlooker has come or the last one has left. */
  readonly onChange: () => void
}

/** All readers of one conversation's events, and the events for late ones. */
export class Onlookers {
  readonly #options: OnlookersOptions
  readonly #log: TurnLog
  /** The leave function of each onlooker. */
  readonly #all = new Map<Onlooker, () => void>()
  #cursor: Cursor
  #isInTurn = false

  constructor(options: OnlookersOptions) {
    this.#options = options
    this.#cursor = options.firstCursor
    this.#log = new TurnLog(options.firstCursor)
  }

  get count(): number {
    return this.#all.size
  }

  publish(body: ConversationEventBody): void {
    const event: ConversationEvent = { cursor: ++this.#cursor, ...body }
    if (body.type === 'turn-begin') this.#isInTurn = true
    if (this.#isInTurn) this.#log.add(event)
    if (this.#all.size > 0) {
      const weight = weightOf(body)
      for (const onlooker of this.#all.keys()) onlooker.push(event, weight)
    }
    if (body.type === 'turn-done') this.#isInTurn = false
    if (!this.#isInTurn) this.#log.clear(this.#cursor)
  }

  /** Opens the events for one onlooker. `onLeave` is called once, however the onlooker leaves. */
  open(
    { after, from = 'turn', joins = true, signal }: OnlookOptions,
    onLeave?: () => void,
  ): AsyncIterable<ConversationEvent> {
    const onlooker = new Onlooker({ limit: longestWait, joins, catchUp: (missed) => this.#catchUp(missed) })
    if (after !== undefined) onlooker.start(this.#follow(after))
    else if (from === 'turn') onlooker.start(this.#log.all())
    const leave = () => {
      signal.removeEventListener('abort', leave)
      onlooker.close()
      if (!this.#all.delete(onlooker)) return
      onLeave?.()
      if (this.#all.size === 0) this.#options.onChange()
    }
    this.#all.set(onlooker, leave)
    if (this.#all.size === 1) this.#options.onChange()
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    const iterator: AsyncIterator<ConversationEvent, undefined> = {
      next: () => onlooker.next(),
      async return() {
        leave()
        return { done: true, value: undefined }
      },
    }
    return { [Symbol.asyncIterator]: () => iterator }
  }

  close(): void {
    for (const leave of this.#all.values()) leave()
  }

  #follow(after: Cursor): ConversationEvent[] {
    // A cursor from the future comes from a process whose clock was ahead.
    const missed = after <= this.#cursor ? this.#log.after(after) : undefined
    return missed ?? this.#catchUp(0)
  }

  #catchUp(missed: number): ConversationEvent[] {
    const state = this.#options.state()
    // Its cursor is before the turn, so that a returning onlooker gets the turn as well.
    return [{ cursor: this.#log.heldAfter, type: 'lagged', missed, state }, ...this.#log.all()]
  }
}
