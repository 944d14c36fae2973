/** Generates an id for a tool call that has none. */
export function randomCallId(): string {
  return `call_${globalThis.crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`
}

/** Returns `id`, with a number appended if it is already taken, and adds the result to `taken`. */
export function uniqueId(id: string, taken: Set<string>): string {
  let unique = id
  for (let copy = 2; taken.has(unique); copy++) unique = `${id}_${copy}`
  taken.add(unique)
  return unique
}
