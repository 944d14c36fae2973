import type { Choice, SessionId, SessionSeed } from '@hermes/core'

export type ConversationTarget =
  | { readonly id: SessionId }
  /**
   * A chat: the store maps the key to a session. `seed` and `choice` are used if there is none yet, or if `fresh` requests a new one. A
   * choice that people made in the chat stays.
   */
  | { readonly key: ConversationKey; readonly seed: SessionSeed; readonly choice?: Choice; readonly fresh?: boolean }
  /** A new conversation, stored with its first turn. */
  | { readonly seed: SessionSeed; readonly id?: SessionId; readonly choice?: Choice }

/** A conversation that exists, or that of a chat. */
export type KnownTarget = Extract<ConversationTarget, { readonly key: ConversationKey }> | { readonly id: SessionId }

/** `platform:chatType:chat[:thread][:user]`, created by `conversationKey`. */
export type ConversationKey = string
