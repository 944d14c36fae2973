import type { Stranger } from '../src/chats/people/pairing.js'

/** One who asked in a direct chat, whose id is theirs. */
export function strangerOf(userId: string): Stranger {
  return { userId, address: { chatId: userId } }
}
