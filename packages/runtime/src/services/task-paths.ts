import type { Environment } from '@hermes/core'
import { fromFolder } from '@hermes/tools'

/** Resolves the paths of a task against the folder of its shell, for file tools and for scheduling their calls. */
export function taskPaths(
  { files }: Pick<Environment, 'files'>,
  folderOf: (taskId: string) => string,
): (path: string, taskId: string) => Promise<string> {
  return (path, taskId) => files.resolve(fromFolder(path, folderOf(taskId)))
}
