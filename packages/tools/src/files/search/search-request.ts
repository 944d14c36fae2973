export interface SearchRequest {
  /** Absolute and resolved: a folder or a single file. */
  readonly root: string
  /** Commands know it by another name, so that it is searched without them. */
  readonly isNamedOtherwise?: boolean
  readonly isFile: boolean
  /** A regular expression. Unused in a search for files. */
  readonly pattern: string
  readonly output: 'content' | 'files_only' | 'count' | 'files'
  /** How many lines to show before and after each match. */
  readonly context: number
  /** Restricts the search to matching files. */
  readonly glob: string | undefined
}

/**
 * Search results: lines in path order, or file names newest first. `file` is relative to the root, with `/`; when the
 * root is a file, it is its name.
 */
export type Hit =
  | { readonly kind: 'match' | 'context'; readonly file: string; readonly line: number; readonly text: string }
  /** Omitted lines. */
  | { readonly kind: 'gap' }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'count'; readonly file: string; readonly count: number }

/** Maximum characters shown of a line. */
export const maxLineChars = 500
