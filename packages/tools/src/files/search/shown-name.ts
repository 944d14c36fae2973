/** Returns the name of a file on one line. A name with line ends or other control characters is quoted as in JSON. */
export function shownName(name: string): string {
  return /\p{Cc}/u.test(name) ? JSON.stringify(name) : name
}
