import type { Message } from '../model/message.js'
import type { Tool } from '../tools/tool.js'
import type { ContentOrigin } from '../values/content-origin.js'
import type { SessionId } from '../values/session-id.js'

/**
 * A long-term memory next to the memory files of the home. It receives every turn, and recalls what is relevant for a new turn. One provider is
 * active at a time.
 *
 * Every implementation guarantees:
 * - It never recalls one person's memory for another person.
 * - A {@link sync} that resolved survives the death of the process.
 * - It keeps a turn that it receives twice only once.
 * - A call rejects with the signal's reason soon after its signal is aborted.
 *
 * A call that fails rejects. The caller logs the failure, and the conversation continues.
 */
export interface MemoryProvider extends Partial<AsyncDisposable> {
  readonly id: string
  /** Added to the system prompt of new sessions, at most a few sentences. Default: none. */
  readonly instructions?: string
  /** Tools of the provider. They pass the approval gate like all other tools. Default: none. */
  readonly tools?: readonly Tool[]
  /**
   * Returns what is relevant for the input of a turn, best first; empty if nothing is relevant. The answer waits for it, but not longer
   * than the caller's time budget.
   */
  prefetch(request: PrefetchRequest, options: MemoryCallOptions): Promise<readonly Recollection[]>
  /** Keeps a turn that ended with an answer. Called from a queue, in the order of the conversation's turns, and retried after a failure. */
  sync(turn: MemoryTurn, options: MemoryCallOptions): Promise<void>
  /** A conversation has begun, or another one continues. Default: does nothing. */
  switchSession?(to: MemoryOwner, options: MemoryCallOptions): Promise<void>
  /** A conversation is about to be compressed, which may drop these messages from it. Its turns were synced, or will be. Default: does nothing. */
  beforeCompression?(
    about: MemoryOwner & { readonly messages: readonly Message[] },
    options: MemoryCallOptions,
  ): Promise<void>
  /**
   * A conversation has ended. `messages` has what a compression left of the earlier messages, and all later ones. The turns were synced before.
   * The conversation may continue later. Called from the queue of {@link sync}, and retried after a failure. Default: does nothing.
   */
  endSession?(about: MemoryOwner & { readonly messages: readonly Message[] }, options: MemoryCallOptions): Promise<void>
  /**
   * The agent, or a person in a conversation, has changed a memory file. A change that arrives twice is kept once. Called from the queue of
   * {@link sync}, and retried after a failure. Default: does nothing.
   */
  afterMemoryWrite?(write: MemoryFileWrite, options: MemoryCallOptions): Promise<void>
}

export interface MemoryCallOptions {
  readonly signal: AbortSignal
}

/** The conversation that a call is about. */
export interface MemoryOwner {
  /** The root id of the session. */
  readonly sessionId: SessionId
  /** Whose memory. Absent for the owner of the home. */
  readonly person?: string
}

export interface PrefetchRequest extends MemoryOwner {
  /** What the person has written. */
  readonly text: string
}

export interface MemoryTurn extends MemoryOwner {
  /** Unique: the same turn has the same id. */
  readonly id: string
  /** When it ended, in milliseconds since 1970. */
  readonly atMs: number
  /** What the person has written, without secrets that the host knows or recognizes. */
  readonly user: string
  /** The answer. */
  readonly assistant: string
  /** The untrusted origins that the conversation had read from, without those that it trusts. Store them with what the turn taught. */
  readonly origins: readonly ContentOrigin[]
}

/** A change of one memory file. */
export interface MemoryFileWrite {
  /** Unique: the same change has the same id. */
  readonly id: string
  /** When it was made, in milliseconds since 1970. */
  readonly atMs: number
  /** The conversation that caused it. Absent if none did. */
  readonly sessionId?: SessionId
  /** Whose memory. Absent for the owner of the home. */
  readonly person?: string
  /** `user`: the profile of the person. `memory`: the notes. */
  readonly target: 'memory' | 'user'
  /** The new entries, without secrets that the host knows or recognizes. */
  readonly added: readonly string[]
  /** The removed entries. Entries that moved to the archive are not among them. */
  readonly removed: readonly string[]
}

/** Something that a provider recalls. */
export interface Recollection {
  readonly text: string
  /** Who wrote it, if not the person. The conversation counts as having read these origins. Default: the person. */
  readonly origins?: readonly ContentOrigin[]
}
