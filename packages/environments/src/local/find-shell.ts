import { findExecutable } from './find-executable.js'
import { foldersOutside } from './search-path.js'

const usualFolders = ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

/** `bash` from the search path, none that the project brings along, or from a usual place; `/bin/sh` where there is none. */
export function findShell(variables: Readonly<Record<string, string>>, project: string): string {
  return findExecutable('bash', [...foldersOutside(project, variables), ...usualFolders]) ?? '/bin/sh'
}
