/** Returns one line without brackets and invisible characters, so that it cannot look like another speaker or like instructions of the program. */
export function inertLine(text: string, max = 60): string {
  const plain = text
    .replace(/[\p{C}\p{Z}]/gu, ' ')
    .replace(/[[\]<>`]/g, '')
    .trim()
  return plain.length > max ? `${plain.slice(0, max)}…` : plain
}
