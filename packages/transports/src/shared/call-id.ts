/** An id for a tool call without one. */
export function randomCallId(): string {
  return `call_${globalThis.crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`
}

/** `id`, or what is made of it to differ from those that are taken. Takes it. */
export function uniqueId(id: string, taken: Set<string>): string {
  let unique = id
  for (let copy = 2; taken.has(unique); copy++) unique = `${id}_${copy}`
  taken.add(unique)
  return unique
}
