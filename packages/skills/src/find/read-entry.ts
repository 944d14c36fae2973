import { open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describeError } from '@hermes/core'
import { oneLine } from '@hermes/safety'
import { readSkill, skillLimits, toSkillName } from '../format/index.js'
import type { FoundSkill } from './find-folders.js'
import { indexedDescription, type SkillEntry } from './skill-entry.js'

/** What is kept of a SKILL.md until its file changes. */
export interface CachedSkill extends FoundSkill {
  readonly changedAt: number
  readonly size: number
  /** Absent if it cannot be used. */
  readonly entry?: IndexedFacts | undefined
  readonly problem?: string | undefined
}

export type IndexedFacts = Omit<SkillEntry, 'origin' | 'folder' | 'file'>

/** Only the start is read: the text below the frontmatter is not part of the index. */
const mostBytes = skillLimits.frontmatterChars + 8_192

/** Reads the SKILL.md of a folder for the index. Never rejects. */
export async function readEntry(place: string, { path, file }: FoundSkill): Promise<CachedSkill> {
  const folder = join(place, path)
  try {
    await using handle = await open(join(folder, file))
    const { mtimeMs: changedAt, size } = await handle.stat()
    const buffer = Buffer.alloc(Math.min(size, mostBytes))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
    const {
      body: _,
      keys: __,
      problems: ___,
      name = '',
      ...facts
    } = await readSkill(buffer.toString('utf8', 0, bytesRead))
    const found = { path, file, changedAt, size }
    const named = name || toSkillName(basename(folder))
    if (named === '')
      return { ...found, problem: 'Neither its frontmatter nor its folder has a name of letters and digits.' }
    const [category = ''] = path.includes('/') ? path.split('/') : [facts.category]
    const description = oneLine(facts.description, indexedDescription)
    return { ...found, entry: { ...facts, name: named, description, category: toSkillName(category) || undefined } }
  } catch (error) {
    return { path, file, changedAt: 0, size: -1, problem: `It cannot be read: ${describeError(error)}` }
  }
}
