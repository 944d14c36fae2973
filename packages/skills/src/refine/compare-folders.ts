import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '@hermes/safety'
import { hashFiles } from '../store/index.js'

/** A file that differs. */
export interface ChangedFile {
  readonly path: string
  /** The content before. Absent if the file did not exist. */
  readonly before: Buffer | undefined
  /** The content after. Absent if the file no longer exists. */
  readonly after: Buffer | undefined
}

/** Returns the files that differ between two folders, by path. */
export async function compareFolders(before: string, after: string): Promise<readonly ChangedFile[]> {
  const [old = {}, now = {}] = await Promise.all([hashFiles(before), hashFiles(after)])
  const paths = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((path) => old[path] !== now[path])
  return Promise.all(
    paths
      .toSorted()
      .map(async (path) => ({ path, before: await read(join(before, path)), after: await read(join(after, path)) })),
  )
}

async function read(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
