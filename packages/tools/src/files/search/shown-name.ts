/** A file's name in one line: one with line ends or other control characters is quoted like in JSON. */
export function shownName(name: string): string {
  return /\p{Cc}/u.test(name) ? JSON.stringify(name) : name
}
