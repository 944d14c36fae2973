import { gitData } from '../git/git-guards.js'
import { hadContent } from './had-content.js'

/** Returns whether the git repository of a folder contained a file with this content before a time. False without a repository. */
export function wasInProject(folder: string, content: Uint8Array, beforeMs: number): boolean {
  const data = gitData(folder)
  return data !== undefined && hadContent(data, Buffer.from(content), beforeMs)
}
