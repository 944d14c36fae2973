import { constants } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { HermesError } from '@hermes/core'
import { codeOf, isMissing } from '@hermes/safety'
import { openResolved, resolvePath } from '@hermes/safety/files'
import { isInside } from '@hermes/safety/protect'

export interface SkillFile {
  /** The path relative to the folder of the skill, with `/`. */
  readonly path: string
  readonly kind: 'file' | 'link' | 'other'
}

/** Maximum number of files listed. */
const mostFiles = 500

/** Lists the files of a skill, ordered by path. Links are listed but not followed. */
export async function listSkillFiles(folder: string): Promise<readonly SkillFile[]> {
  const files: SkillFile[] = []
  const waiting = ['']
  for (let path = waiting.shift(); path !== undefined && files.length < mostFiles; path = waiting.shift()) {
    const entries = await readdir(join(folder, path), { withFileTypes: true })
    for (const entry of entries.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory()) waiting.push(inner)
      else files.push({ path: inner, kind: entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'link' : 'other' })
    }
  }
  return files.slice(0, mostFiles)
}

export interface SkillFileContent {
  readonly bytes: Buffer
  /** The size in bytes. Larger than `bytes` if the file exceeds the limit. */
  readonly size: number
}

/**
 * Reads a file of a skill. Refuses a path that leads out of its folder, even through a link.
 * @throws {HermesError} `skill/refused`, `skill/not-found`.
 */
export async function readSkillFile(folder: string, path: string, maxBytes: number): Promise<SkillFileContent> {
  const place = await resolveInside(folder, path)
  try {
    await using file = await openResolved(place, constants.O_RDONLY | constants.O_NONBLOCK)
    const status = await file.stat()
    if (!status.isFile())
      throw new HermesError('skill/refused', `${path} is not a file: name one of the files of the skill.`)
    const buffer = Buffer.alloc(Math.min(status.size, maxBytes))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    return { bytes: buffer.subarray(0, bytesRead), size: status.size }
  } catch (error) {
    if (isMissing(error)) throw new HermesError('skill/not-found', `The skill has no file ${path}.`, { cause: error })
    if (codeOf(error) !== 'ESTALE') throw error
    throw new HermesError('skill/refused', `${path} was replaced by a link while it was read.`, { cause: error })
  }
}

/** Returns the real path of a file of a skill. @throws {HermesError} `skill/refused` when it is outside the folder. */
export async function resolveInside(folder: string, path: string): Promise<string> {
  const [top, place] = await Promise.all([resolvePath(folder), resolvePath(join(folder, path))])
  const isClean = !path.includes('\0') && !path.startsWith('/') && !path.split(/[/\\]/).includes('..')
  if (isClean && isInside(place, top)) return place
  throw new HermesError('skill/refused', `${path} is not inside the folder of the skill: name one of its files.`)
}

/** Returns the relative path, with `/` on every system. */
export function relativePath(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/')
}
