import type { Data, Word } from './data.js'

/** One program that would be started, with everything about it that can be known before it runs. */
export interface Invocation {
  /** The program and its arguments. Empty where only redirections are left: `> file`. */
  readonly argv: readonly Word[]
  /** The last component of the program's path; `''` when it cannot be known. */
  readonly name: string
  /** Variables set for this program alone. */
  readonly environment: ReadonlyMap<string, Data>
  readonly redirects: readonly Redirect[]
  /** What it reads; `undefined` for the terminal. */
  readonly stdin: Data | undefined
  /** `undefined` when it cannot be known. */
  readonly cwd: string | undefined
  /** It runs on another machine or in a container: nothing that it does is beyond repair here. */
  readonly elsewhere: boolean
  /** It runs for each of a list that only the running shell will know. */
  readonly bulk: boolean
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

/** What the shell itself shows to be dangerous or not understood, apart from any single program. */
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

/** Where the interpreter looks into invocations; see `unwrap.ts`. */
export interface UnwrapContext {
  /** What is known of a file's content: what the same command put there. */
  readFile(word: Word): Data | undefined
  report(problem: Problem): void
}

export type Unwrap = (invocation: Invocation, context: UnwrapContext) => readonly Inner[]
