/** Whether a text has placeholders for values of an event, such as `{chat.id}`. */
export function hasPlaces(text: string): boolean {
  return /\{[\w.@$-]{1,200}\}/.test(text)
}
