import { delimiter } from 'node:path'
import { findExecutable } from './find-executable.js'

const usualFolders = ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

/** `bash` from the search path or a usual place; `/bin/sh` where there is none. */
export function findShell(searchPath: string | undefined): string {
  const folders = [...(searchPath ?? '').split(delimiter).filter(Boolean), ...usualFolders]
  return findExecutable('bash', folders) ?? '/bin/sh'
}
