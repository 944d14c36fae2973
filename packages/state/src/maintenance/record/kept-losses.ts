import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { writeNewFile } from '../files/new-file.js'
import { sideFiles } from '../files/side-files.js'

/** The losses that were found and not accepted yet, one sentence each. */
export function readLosses(path: string): readonly string[] {
  const file = sideFiles.losses(path)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

export async function keepLoss(path: string, sentence: string): Promise<void> {
  const losses = new Set([...readLosses(path), sentence])
  await writeNewFile(sideFiles.losses(path), (draft) => writeFileSync(draft, `${[...losses].join('\n')}\n`))
}

export function forgetLosses(path: string): void {
  rmSync(sideFiles.losses(path), { force: true })
}
