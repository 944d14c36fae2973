import type { TokenSet } from './token-set.js'

/** How another program keeps its login in a JSON file. */
export interface ForeignFormat {
  /** How a credential names where it comes from: `claude_code`. */
  readonly source: string
  /** For people: `Claude Code`. */
  readonly program: string
  /** What the user runs to log in there. */
  readonly command: string
  /** The file, of the user whose folder this is. */
  path(variables: Readonly<Record<string, string | undefined>>, userFolder: string): string
  /** What that program locks while it renews its login, so that the two never do it at once. */
  lockedPath(path: string): string
  /** The login in the file's text; `undefined` where there is none. */
  read(text: string): TokenSet | undefined
  /** The file's text with renewed tokens; everything else in it stays. @param now The wall clock in milliseconds. */
  write(text: string, tokens: TokenSet, now: number): string
}
