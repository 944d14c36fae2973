import type { Message } from '../model/message.js'
import type { Tool } from '../tools/tool.js'
import type { ContentOrigin } from '../values/content-origin.js'
import type { SessionId } from '../values/session-id.js'

/**
 * A long-term memory beside the files of the home: it is given every turn, and recalls what is relevant for a new one. One provider is
 * active at a time.
 *
 * Every implementation guarantees: nothing of one person is recalled for another; a {@link sync} that resolved survives the death of the
 * process; the same turn twice is kept once; a call ends soon after its signal is aborted, by rejecting with the signal's reason.
 * Failures reject: the caller logs them, and the conversation continues.
 */
export interface MemoryProvider extends Partial<AsyncDisposable> {
  readonly id: string
  /** Added to the system prompt of new sessions, at most a few sentences. Default: none. */
  readonly instructions?: string
  /** Tools of the provider. They pass the approval gate like all others. Default: none. */
  readonly tools?: readonly Tool[]
  /**
   * What is relevant for the input of a turn, best first; empty if nothing is. Answers wait for it, but not longer than the
   * budget of the caller.
   */
  prefetch(request: PrefetchRequest, options: MemoryCallOptions): Promise<readonly Recollection[]>
  /** Keeps a turn that ended with an answer. Called from a queue, in the order of the turns of a conversation; retried after a failure. */
  sync(turn: MemoryTurn, options: MemoryCallOptions): Promise<void>
  /** A conversation has begun, or another one continues. Default: nothing. */
  switchSession?(to: MemoryOwner, options: MemoryCallOptions): Promise<void>
  /** A conversation is about to be compressed: these messages may be dropped from it. Its turns were, or will be, synced. Default: nothing. */
  beforeCompression?(
    about: MemoryOwner & { readonly messages: readonly Message[] },
    options: MemoryCallOptions,
  ): Promise<void>
  /**
   * A conversation has ended, with these messages: what a compression left of the earlier ones, and all later ones. Its turns were synced before.
   * It may be continued later. Called from the queue of {@link sync}, and retried after a failure. Default: nothing.
   */
  endSession?(about: MemoryOwner & { readonly messages: readonly Message[] }, options: MemoryCallOptions): Promise<void>
  /**
   * The agent, or a person in a conversation, has changed a memory file. The same change twice is kept once. Called from the queue of
   * {@link sync}, and retried after a failure. Default: nothing.
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
  /** What the person has written. Without secrets that the host knows or recognises. */
  readonly user: string
  /** The answer. */
  readonly assistant: string
  /** The untrusted content that the conversation had read, without what is trusted in it. Store it with what it taught. */
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
  /** The new entries. Without secrets that the host knows or recognises. */
  readonly added: readonly string[]
  /** The entries that were taken away. Those that moved to the archive are not. */
  readonly removed: readonly string[]
}

/** Something that is recalled. */
export interface Recollection {
  readonly text: string
  /** Who wrote it, if not the person: what the conversation counts as having read. Default: the person. */
  readonly origins?: readonly ContentOrigin[]
}
