/** The address at the start of an id of the network `email`, which names people and chats in small letters: `Ada@Example.org` is `ada@example.org`. */
export function smallAddress(id: string): string {
  return id.replace(/^[^:]*/, (address) => address.toLowerCase())
}
