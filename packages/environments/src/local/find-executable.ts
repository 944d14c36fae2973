import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/** Returns the path of a program in the first folder that contains it. */
export function findExecutable(name: string, folders: readonly string[]): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
