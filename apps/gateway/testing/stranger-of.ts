import type { Stranger } from '../src/chats/people/pairing.js'

/** Returns a stranger who asked in a direct chat whose id is their own. */
export function strangerOf(userId: string): Stranger {
  return { userId, address: { chatId: userId } }
}
