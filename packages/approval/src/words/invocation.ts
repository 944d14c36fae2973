import type { Data, Word } from './data.js'

/** One program that would be started, with everything that can be known before it runs. */
export interface Invocation {
  /** The program and its arguments. Empty when there are only redirections: `> file`. */
  readonly argv: readonly Word[]
  /** The last component of the program's path; `''` when it is unknown. */
  readonly name: string
  /** Variables set only for this program. */
  readonly environment: ReadonlyMap<string, Data>
  readonly redirects: readonly Redirect[]
  /** The standard input. `undefined` for the terminal. */
  readonly stdin: Data | undefined
  /** The working directory. `undefined` when it is unknown. */
  readonly cwd: string | undefined
  /**
   * Whether the program runs on another machine or in a container, so that its effects on this machine can be repaired.
   */
  readonly elsewhere: boolean
  /** Whether the program runs for each item of a list that only the running shell knows. */
  readonly bulk: boolean
  /**
   * Whether it is unknown if the program runs, because it is only among the arguments of a program that might start it.
   */
  readonly possible: boolean
}

export interface Redirect {
  /** `>`, `>>`, `<`, `>|`, `&>`, `>&`, ... */
  readonly operator: string
  readonly target: Word
}

/** What is executed inside another invocation. */
export type Inner =
  | InnerCommand
  | {
      /** Shell text, run by this shell (`eval`) or by a new one (`sh -c`). */
      readonly kind: 'shell'
      readonly program: Data
      /** `$0`, `$1`, ... */
      readonly arguments?: readonly Word[]
      readonly sameShell?: boolean
      readonly elsewhere?: boolean
      readonly stdin?: Data
      readonly bulk?: boolean
    }
  /** The text of a program in another language. */
  | { readonly kind: 'program'; readonly language: Language; readonly program: Data }

export interface InnerCommand {
  readonly kind: 'command'
  readonly argv: readonly Word[]
  readonly environment?: ReadonlyMap<string, Data>
  readonly redirects?: readonly Redirect[]
  readonly stdin?: Data
  readonly elsewhere?: boolean
  readonly bulk?: boolean
  readonly cwd?: string | undefined
  /** See {@link Invocation.possible}. */
  readonly possible?: boolean
}

export type Language =
  | 'python'
  | 'perl'
  | 'ruby'
  | 'javascript'
  | 'php'
  | 'lua'
  | 'awk'
  | 'sed'
  | 'sql'
  | 'vim'
  | 'lisp'
  | 'other'

/** Dangers and parse problems shown by the shell text itself, apart from any single program. */
export type Problem =
  | 'syntax'
  | 'too-complex'
  | 'unknown-program'
  | 'remote-code'
  | 'decoded-code'
  | 'generated-code'
  | 'fork-bomb'
  | 'kill-all'
  | 'reverse-shell'
  | 'data-loss'
  | 'agent-state'
  | 'open-container'
  | 'secrets-sent'

/** Problems that cannot be undone. */
export const irreparable: ReadonlySet<Problem> = new Set<Problem>(['fork-bomb', 'kill-all'])

/** What unwrapping may read from the interpreter, see `unwrap.ts`. */
export interface UnwrapContext {
  /** The content of a file written by the same command. */
  readFile(word: Word): Data | undefined
  report(problem: Problem): void
}

export type Unwrap = (invocation: Invocation, context: UnwrapContext) => readonly Inner[]
