import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const usualFolders = ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

/** `bash` from the search path or a usual place; `/bin/sh` where there is none. */
export function findShell(searchPath: string | undefined): string {
  const folders = [...(searchPath ?? '').split(delimiter).filter(Boolean), ...usualFolders]
  return folders.map((folder) => join(folder, 'bash')).find(isExecutable) ?? '/bin/sh'
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
