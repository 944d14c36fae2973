import { createHash } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readOptional, replaceFile } from '@hermes/safety/files'
import { portableEntries } from './portable-entries.js'

/** Lists the files of a profile in a folder, with their hashes. Links are left out. Memories belong to the person who uses the profile. */
export async function listDistributed(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const visit = async (path: string): Promise<void> => {
    const full = join(folder, path)
    const status = await lstat(full).catch(() => undefined)
    if (status?.isFile()) found.set(path, hashOf(await readFile(full)))
    if (!status?.isDirectory()) return
    for (const name of (await readdir(full)).toSorted()) if (name !== '.git') await visit(`${path}/${name}`)
  }
  for (const entry of portableEntries) if (entry !== 'memories') await visit(entry)
  return found
}

export interface UpdatedFiles {
  readonly written: readonly string[]
  readonly removed: readonly string[]
  /** Files that were edited here, and are therefore left unchanged. */
  readonly kept: readonly string[]
}

/** Updates the files of a home to those of a folder. Files that differ from the installed version are kept. */
export async function updateFiles(
  folder: string,
  home: string,
  installed: Readonly<Record<string, string>>,
): Promise<UpdatedFiles> {
  const files = await listDistributed(folder)
  const written: string[] = []
  const removed: string[] = []
  const kept: string[] = []
  for (const path of new Set([...files.keys(), ...Object.keys(installed)])) {
    const target = join(home, path)
    const present = await readOptional(target)
    const current = present === undefined ? undefined : hashOf(await readFile(target))
    const wanted = files.get(path)
    if (current === wanted) continue
    if (current !== undefined && current !== installed[path]) kept.push(path)
    else if (wanted === undefined) {
      await rm(target, { force: true })
      removed.push(path)
    } else {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await replaceFile(target, await readFile(join(folder, path)))
      written.push(path)
    }
  }
  return { written, removed, kept }
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
