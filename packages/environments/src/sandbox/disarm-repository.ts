import { chmodSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gitData, namesIn } from './git-guards.js'
import { harmlessSettings } from './harmless-settings.js'

/**
 * Makes a repository that commands have made run nothing by itself: its hooks lose the right to be run, and of its settings
 * only the harmless ones stay. It could not be protected while it was not there.
 */
export function disarmRepository(folder: string): void {
  const data = gitData(folder)
  if (data === undefined) return
  removeRedirections(data)
  for (const name of namesIn(join(data, 'hooks'))) disarmHook(join(data, 'hooks', name))
  disarmSettings(join(data, 'config'))
}

/** What makes git look for hooks and settings elsewhere. */
export const redirections = ['commondir', 'config.worktree'] as const

export function removeRedirections(data: string): void {
  for (const name of redirections) rmSync(join(data, name), { force: true, recursive: true })
}

function disarmHook(path: string): void {
  const status = lstatSync(path)
  if (status.isSymbolicLink()) rmSync(path)
  else if (status.isFile() && !path.endsWith('.sample')) chmodSync(path, status.mode & 0o666)
}

function disarmSettings(path: string): void {
  const status = lstatSync(path, { throwIfNoEntry: false })
  if (status?.isSymbolicLink()) rmSync(path)
  if (!status?.isFile()) return
  const settings = readFileSync(path, 'utf8')
  const kept = harmlessSettings(settings)
  if (kept === settings) return
  writeFileSync(`${path}.disarmed`, kept, { flag: 'wx' })
  renameSync(`${path}.disarmed`, path)
}
