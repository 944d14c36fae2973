export interface SearchRequest {
  /** Absolute, resolved path of a folder or a single file. */
  readonly root: string
  /** Whether commands see the root under another name, so that it is searched without them. */
  readonly hasOtherName?: boolean
  readonly isFile: boolean
  /** Regular expression. Unused in a search for files. */
  readonly pattern: string
  readonly output: 'content' | 'files_only' | 'count' | 'files'
  /** Number of lines to show before and after each match. */
  readonly context: number
  /** Glob that restricts the search to matching files. */
  readonly glob: string | undefined
}

/**
 * Search result: lines in path order, or file names newest first. `file` is relative to the root, with `/`. When the
 * root is a file, `file` is its name.
 */
export type Hit =
  | { readonly kind: 'match' | 'context'; readonly file: string; readonly line: number; readonly text: string }
  /** Marks omitted lines. */
  | { readonly kind: 'gap' }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'count'; readonly file: string; readonly count: number }

/** Maximum characters shown per line. */
export const maxLineChars = 500
