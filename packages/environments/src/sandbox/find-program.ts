import { findExecutable } from '../local/find-executable.js'

/** Places that a project cannot write to. The search path is not asked: it may lead into one. */
const folders = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin', '/home/linuxbrew/.linuxbrew/bin']

/** A program of the system by its name. */
export function findProgram(name: string): string | undefined {
  return findExecutable(name, folders)
}
