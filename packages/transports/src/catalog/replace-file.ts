import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HermesError } from '@hermes/core'

/**
 * Writes a file in one step, readable by its owner only.
 * @throws {HermesError} `catalog/cache` when it cannot be written; what was there before still is.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeDraft(draft, text)
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw new HermesError('catalog/cache', `${path} cannot be written: check the folder and the free space.`, { cause })
  }
}

async function writeDraft(draft: string, text: string): Promise<void> {
  await using file = await open(draft, 'wx', 0o600)
  await file.writeFile(text)
  await file.sync()
}
