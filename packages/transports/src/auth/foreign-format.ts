import type { TokenSet } from './token-set.js'

/** Format of the JSON file in which another program stores its login. */
export interface ForeignFormat {
  /** Source stored with the credential, such as `claude_code`. */
  readonly source: string
  /** Name to display, such as `Claude Code`. */
  readonly program: string
  /** Login command of the program. */
  readonly command: string
  /** Returns the path of the file in a home folder. */
  path(variables: Readonly<Record<string, string | undefined>>, userFolder: string): string
  /** Returns the path that the program locks during a renewal, so that both never renew at the same time. */
  lockedPath(path: string): string
  /** Reads the login from the text of the file; `undefined` if there is none. */
  read(text: string): TokenSet | undefined
  /** Returns the text of the file with renewed tokens and everything else unchanged. @param now The wall clock in milliseconds. */
  write(text: string, tokens: TokenSet, now: number): string
}
