/** One edit of a memory file. `oldText` is a part that occurs in only one entry. */
export type MemoryEdit =
  | { readonly action: 'add'; readonly content: string }
  | { readonly action: 'replace'; readonly oldText: string; readonly content: string }
  | { readonly action: 'remove'; readonly oldText: string }

/** Returns the text that an edit adds, if any. */
export function contentOf(edit: MemoryEdit): string | undefined {
  return edit.action === 'remove' ? undefined : edit.content
}
