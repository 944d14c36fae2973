import type { ServerRequestName } from '../../schemas/requests.js'
import { toState } from '../events/to-state.js'
import type { EventLog } from '../live/event-log.js'
import { isDelta, joinDeltas } from '../live/join-deltas.js'
import { Answers, type AnswersOptions } from './answers.js'

export interface AttachmentOptions extends AnswersOptions {
  /** The cursor after which events are sent. Default: events from the start of the running turn. */
  readonly after?: number
  /** How long deltas are collected into one event, in milliseconds. 0: each is an event. */
  readonly deltaMs: number
}

/** The attachment of one client to one session. Sends the client the events in order, as fast as it reads. */
export class Attachment {
  readonly #options: AttachmentOptions
  readonly #answers: Answers
  readonly #leave: () => void
  #cursor: number | undefined
  /** When the newest delta was sent. */
  #deltaAtMs = Number.NEGATIVE_INFINITY
  #isEnded = false

  constructor(options: AttachmentOptions) {
    const { session, after } = options
    this.#options = options
    this.#answers = new Answers(options)
    this.#cursor = after ?? session.log.start
    this.#leave = session.join()
  }

  get session() {
    return this.#options.session
  }

  /** Starts to send events. */
  start(kinds: ReadonlySet<ServerRequestName>): void {
    this.#answers.accept(kinds)
    // If a frame cannot be sent, the client is gone.
    this.#send().catch(() => this.end('The connection has ended.'))
  }

  accept(kinds: ReadonlySet<ServerRequestName>): void {
    this.#answers.accept(kinds)
  }

  end(reason: string): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#answers.end(reason)
    this.#leave()
  }

  async #send(): Promise<void> {
    const { session, peer } = this.#options
    const { log } = session
    if (this.#cursor !== undefined && log.after(this.#cursor) === undefined) await this.#tellMissed(log)
    while (!this.#isEnded) {
      if (this.#options.deltaMs > 0) await this.#collectDeltas(log)
      const events = log.after(this.#cursor ?? -1) ?? (await this.#tellMissed(log))
      for (const event of this.#options.deltaMs > 0 ? joinDeltas(events) : events) {
        if (this.#isEnded) return
        await peer.notify('event', event)
        this.#cursor = event.cursor
        if (isDelta(event)) this.#deltaAtMs = performance.now()
      }
      if (events.length > 0) continue
      if (log.isEnded) return this.#tellClosed()
      await log.changed()
      // A session without events has no cursor yet.
      this.#cursor ??= log.heldAfter
    }
  }

  /** Collects deltas. The first delta after a pause is sent at once. */
  async #collectDeltas(log: EventLog): Promise<void> {
    const waitMs = this.#deltaAtMs + this.#options.deltaMs - performance.now()
    const held = (waitMs > 0 && log.after(this.#cursor ?? -1)) || []
    if (held.length > 0 && held.every(isDelta)) await log.changedBeyondDeltas(waitMs)
  }

  /** Continues with the running turn, or with the rest of it. */
  async #tellMissed(log: EventLog): Promise<readonly never[]> {
    const { session, peer } = this.#options
    if (this.#cursor === undefined) return []
    const { id, conversation } = session
    const state = toState(conversation.state)
    const next = Math.max(log.start ?? 0, log.heldAfter ?? 0) || undefined
    const payload = { missed: 0, state }
    await peer.notify('event', { type: 'session.lagged', sessionId: id, ...(next && { cursor: next }), payload })
    this.#cursor = next
    return []
  }

  async #tellClosed(): Promise<void> {
    const { session, peer } = this.#options
    const payload = { reason: 'The session was closed.' }
    await peer.notify('event', { type: 'session.closed', sessionId: session.id, payload })
    this.end(payload.reason)
  }
}
