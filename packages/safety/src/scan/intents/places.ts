/** Addresses of the web, of mail and of storage. */
const place =
  /\b(?:https?|s3|gs|s?ftp|wss?):\/\/([^\s/)>"'`]+)|[\w.+-]+@([\w-]+(?:\.[\w-]+)+)|\b((?:[a-z0-9-]+\.)+(?:example|com|net|org|io|dev|app|xyz|ru|cn|info|biz|site|online|cloud|ai|co|me|sh|tk|top|test|invalid|internal))\b|\b(\d{1,3}(?:\.\d{1,3}){3})\b/gi

const own = /^(?:localhost|127\.|0\.0\.0\.0|\[?::1)/i

/** What stands at the offsets of a text. */
export type Places = ReadonlyMap<number, readonly ('place' | 'mailbox')[]>

/** The addresses in a text that are on another machine. */
export function findPlaces(text: string): Places {
  const found = new Map<number, readonly ('place' | 'mailbox')[]>()
  for (const { index, 1: url, 2: mail, 3: name, 4: address } of text.matchAll(place)) {
    if (!own.test(url ?? mail ?? name ?? address ?? '')) found.set(index, mail ? ['place', 'mailbox'] : ['place'])
  }
  return found
}
