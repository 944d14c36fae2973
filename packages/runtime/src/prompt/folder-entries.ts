import type { PromptContext } from '@hermes/core'
import type { FileSystem } from '@hermes/core/environment'

/** The entries of a folder; `undefined` if it cannot be listed. */
export type FolderEntries = Awaited<ReturnType<FileSystem['list']>> | undefined

/** Lists a folder once for all sections of a prompt, and again for the next prompt. */
export function createFolderListing(
  files: FileSystem,
  folder: string,
): (context: PromptContext) => Promise<FolderEntries> {
  const known = new WeakMap<PromptContext, Promise<FolderEntries>>()
  return (context) => {
    const entries = known.get(context) ?? files.list(folder).catch(() => undefined)
    known.set(context, entries)
    return entries
  }
}
