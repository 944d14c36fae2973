import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { HermesError } from '@hermes/core'
import { findFolders } from '../find/index.js'
import { readSkill, toSkillName } from '../format/index.js'
import { type SkillScan, scanSkill } from '../guard/index.js'

/** A skill in a source. */
export interface OfferedSkill {
  readonly name: string
  readonly description: string
  /** Absolute path in quarantine. */
  readonly folder: string
  /** The path relative to the source, with `/`. */
  readonly inner: string
  readonly scan: SkillScan
}

interface OfferedWanted {
  readonly inner: string
  readonly isArchive: boolean
  /** The folder name of the one skill to install. */
  readonly only?: string | undefined
  /** The name of the source itself, for a skill at its top that has no name. Empty: it has none. */
  readonly ownName: string
}

/**
 * Returns the skills of a fetched source, below `inner`. Archives of repositories have one folder at the top, which is
 * skipped.
 * @throws {HermesError} `skill/source` when there is no skill, or one has no name.
 */
export async function findOffered(
  folder: string,
  { inner, isArchive, only, ownName }: OfferedWanted,
): Promise<readonly OfferedSkill[]> {
  const tops = [...(isArchive ? await singleFolder(folder) : []), folder]
  for (const top of tops) {
    const found = await findFolders(join(top, inner), 6)
    const skills = found.skills.filter(({ path }) => only === undefined || basename(path) === only)
    if (skills.length === 0) continue
    return Promise.all(
      skills.map(async ({ path, file }) => {
        const place = join(top, inner, path)
        const document = await readSkill(await readFile(join(place, file), 'utf8'))
        const { description } = document
        // The folder of the copy does not have the name of the source.
        const folderName = place === folder ? ownName : basename(place)
        const name = document.name ?? toSkillName(folderName)
        if (name === '') throw new HermesError('skill/source', unnamed)
        return {
          name,
          description,
          folder: place,
          inner: [inner, path].filter(Boolean).join('/'),
          scan: await scanSkill(place),
        }
      }),
    )
  }
  throw new HermesError('skill/source', 'There is no skill: no folder with a SKILL.md was found.')
}

const unnamed =
  'The skill has no name: add `name` and `description` to the frontmatter at the top of its SKILL.md, between two lines of `---`.'

async function singleFolder(folder: string): Promise<readonly string[]> {
  const { folders } = await findFolders(folder, 1)
  const names = Object.keys(folders).filter((path) => path !== '' && !path.includes('/'))
  return names.length === 1 ? names.map((name) => join(folder, name)) : []
}
