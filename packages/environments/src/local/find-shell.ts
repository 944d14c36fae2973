import { findExecutable } from './find-executable.js'
import { foldersOutside } from './search-path.js'

const usualFolders = ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

/** Returns `bash` from the search path outside of the project or from a standard location, or else `/bin/sh`. */
export function findShell(variables: Readonly<Record<string, string>>, project: string): string {
  return findExecutable('bash', [...foldersOutside(project, variables), ...usualFolders]) ?? '/bin/sh'
}
