import type { TokenSet } from './token-set.js'

/** The JSON file in which another program stores its login. */
export interface ForeignFormat {
  /** The source stored with the credential: `claude_code`. */
  readonly source: string
  /** For display: `Claude Code`. */
  readonly program: string
  /** The login command of the program. */
  readonly command: string
  /** The path of the file in a home folder. */
  path(variables: Readonly<Record<string, string | undefined>>, userFolder: string): string
  /** The path that the program locks during a renewal, so that both never renew at the same time. */
  lockedPath(path: string): string
  /** Reads the login from the text of the file; `undefined` if there is none. */
  read(text: string): TokenSet | undefined
  /** The file's text with renewed tokens; everything else in it stays. @param now The wall clock in milliseconds. */
  write(text: string, tokens: TokenSet, now: number): string
}
