import { open } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { describeError } from '@hermes/core'
import { oneLine } from '@hermes/safety'
import { readSkill, skillLimits, toSkillName } from '../format/index.js'
import type { FoundSkill } from './find-folders.js'
import { indexedDescription, type SkillEntry, type SkillPlace } from './skill-entry.js'

/** The cached data of a SKILL.md, valid until its file changes. */
export interface CachedSkill extends FoundSkill {
  readonly changedAt: number
  readonly size: number
  /** The entry. Absent if the skill cannot be used. */
  readonly entry?: SkillEntry | undefined
  readonly problem?: string | undefined
}

/** Maximum number of bytes to read. The text below the frontmatter is not part of the index. */
const mostBytes = skillLimits.frontmatterChars + 8_192

/** Reads the SKILL.md of a folder for the index. Never rejects. */
export async function readEntry(place: SkillPlace, { path, file }: FoundSkill): Promise<CachedSkill> {
  const folder = join(place.folder, path)
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
    const entry: SkillEntry = {
      origin: place.origin,
      ...(place.plugin && { plugin: place.plugin }),
      folder: folderIn(place, path),
      file,
      ...facts,
      name: nameIn(place, named),
      description: oneLine(facts.description, indexedDescription),
      category: toSkillName(category) || undefined,
    }
    return { ...found, entry }
  } catch (error) {
    return { path, file, changedAt: 0, size: -1, problem: `It cannot be read: ${describeError(error)}` }
  }
}

/** Returns the folder of a skill, as this machine writes it. */
export function folderIn({ folder }: SkillPlace, path: string): string {
  if (path === '') return folder
  return folder + sep + (sep === '/' ? path : path.replaceAll('/', sep))
}

/** Returns the name of a skill, which includes the plugin if there is one. */
export function nameIn({ plugin }: SkillPlace, name: string): string {
  return plugin === undefined ? name : `${plugin.name}:${name}`
}
