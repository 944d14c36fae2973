import type { Choice, SessionId, SessionSeed } from '@hermes/core'

export type ConversationTarget =
  | { readonly id: SessionId }
  /** A chat: the key maps to a session in the store. `seed` is used when it has none yet, or `fresh` asks for a new one. */
  | { readonly key: ConversationKey; readonly seed: SessionSeed; readonly fresh?: boolean }
  /** A new conversation. It is stored with its first turn. */
  | { readonly seed: SessionSeed; readonly id?: SessionId; readonly choice?: Choice }

/** `platform:chatType:chat[:thread][:user]`, made by `conversationKey`. */
export type ConversationKey = string
