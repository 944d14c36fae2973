import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { draftName } from '../files/new-file.js'
import { sideFiles } from '../files/side-files.js'

/** Returns the losses that were found and not yet accepted, in one sentence each. */
export function readLosses(path: string): readonly string[] {
  const file = sideFiles.losses(path)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

/** Adds losses to those that are reported at each start until they are accepted. */
export function keepLosses(path: string, sentences: readonly string[]): void {
  if (sentences.length === 0) return
  const losses = new Set([...readLosses(path), ...sentences])
  const draft = draftName(sideFiles.losses(path))
  writeFileSync(draft, `${[...losses].join('\n')}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(draft, sideFiles.losses(path))
}

export function forgetLosses(path: string): void {
  rmSync(sideFiles.losses(path), { force: true })
}
