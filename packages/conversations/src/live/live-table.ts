import type { SessionId } from '@hermes/core'
import type { LiveConversation } from './live-conversation.js'

/**
 * The conversations of a process. Conversations with work or onlookers are held strongly. Others live as long as they are referenced, so
 * that two `open` calls return the same object: a reference count would be wrong when a caller forgets to release one.
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

  /** Called when a conversation has become active or inactive. */
  update(conversation: LiveConversation): void {
    if (conversation.isActive) this.#active.add(conversation)
    else this.#active.delete(conversation)
  }
}
