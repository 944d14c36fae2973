export interface SearchRequest {
  /** Absolute and resolved: a folder, or one file. */
  readonly root: string
  readonly isFile: boolean
  /** A regular expression; unused when files are searched. */
  readonly pattern: string
  readonly output: 'content' | 'files_only' | 'count' | 'files'
  /** Lines shown before and after each match. */
  readonly context: number
  /** Only these files. */
  readonly glob: string | undefined
}

/** What a search finds: lines by the path of their file, files that are looked for by name the newest first. `file` is relative to the root, with `/`; for a root that is a file it is its name. */
export type Hit =
  | { readonly kind: 'match' | 'context'; readonly file: string; readonly line: number; readonly text: string }
  /** Lines are left out here. */
  | { readonly kind: 'gap' }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'count'; readonly file: string; readonly count: number }

/** Characters of a line that are shown. */
export const maxLineChars = 500
