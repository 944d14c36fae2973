import type { Environment } from '@hermes/core'
import { fromFolder } from '@hermes/tools'

/** Where a path of a task leads: relative ones begin in the folder of its shell, for the file tools and for their schedule. */
export function taskPaths(
  { files }: Pick<Environment, 'files'>,
  folderOf: (taskId: string) => string,
): (path: string, taskId: string) => Promise<string> {
  return (path, taskId) => files.resolve(fromFolder(path, folderOf(taskId)))
}
