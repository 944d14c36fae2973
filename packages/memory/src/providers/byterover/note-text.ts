const fence = '---\n'

/** Returns the text of a note, without the properties at its head. */
export function noteText(note: string): string {
  const end = note.startsWith(fence) ? note.indexOf(`\n${fence}`, fence.length - 1) : -1
  return note.slice(end === -1 ? 0 : end + 1 + fence.length).trim()
}
