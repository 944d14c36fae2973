/**
 * Returns an id of the network `email` with its address in lower case, as people and chats are named: `Ada@Example.org` becomes
 * `ada@example.org`.
 */
export function lowerCaseAddress(id: string): string {
  return id.replace(/^[^:]*/, (address) => address.toLowerCase())
}
