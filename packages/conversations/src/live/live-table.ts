import type { SessionId } from '@hermes/core'
import type { LiveConversation } from './live-conversation.js'

/**
 * The conversations of a process. One that has something to do, or onlookers, is held; another one lives for as long as
 * somebody holds it, which is what makes two `open` calls meet: a count of holders would be wrong as soon as one forgets to
 * release it.
 */
export class LiveTable {
  readonly #known = new Map<SessionId, WeakRef<LiveConversation>>()
  readonly #active = new Set<LiveConversation>()
  readonly #collected = new FinalizationRegistry<SessionId>((id) => {
    if (!this.#known.get(id)?.deref()) this.#known.delete(id)
  })

  get active(): readonly LiveConversation[] {
    return [...this.#active]
  }

  get(id: SessionId): LiveConversation | undefined {
    return this.#known.get(id)?.deref()
  }

  add(conversation: LiveConversation): void {
    this.#known.set(conversation.id, new WeakRef(conversation))
    this.#collected.register(conversation, conversation.id)
    this.update(conversation)
  }

  /** A conversation has got something to do, or has done it. */
  update(conversation: LiveConversation): void {
    if (conversation.isActive) this.#active.add(conversation)
    else this.#active.delete(conversation)
  }
}
