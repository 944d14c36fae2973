import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HermesError } from '@hermes/core'
import { isMissing } from '@hermes/safety'
import { lintSkill, skillLimits } from '../format/index.js'
import { type SkillScan, scanSkill } from '../guard/index.js'
import { listSkillFiles } from '../library/index.js'

export interface CheckedFolder {
  /** The advice of the linter. */
  readonly advice: readonly string[]
  readonly scan: SkillScan
}

/** Checks a skill that is about to be written. @throws {HermesError} `skill/invalid` when it breaks the format or its limits. */
export async function checkFolder(folder: string, folderName: string): Promise<CheckedFolder> {
  const files = await listSkillFiles(folder)
  const sizes = await Promise.all(
    files.map(async ({ path }) => ({ path, size: (await stat(join(folder, path))).size })),
  )
  const large = sizes.find(({ size }) => size > skillLimits.fileBytes)
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  const { errors, advice } = await lintSkill({
    text: await readDocument(folder),
    folderName,
    files: files.map(({ path }) => path),
  })
  const broken = [
    ...errors,
    ...(files.length > skillLimits.files ? [`A skill may have ${skillLimits.files} files.`] : []),
    ...(large ? [`${large.path} has more than ${skillLimits.fileBytes} bytes.`] : []),
    ...(total > skillLimits.totalBytes ? [`Its files have more than ${skillLimits.totalBytes} bytes.`] : []),
  ]
  if (broken.length > 0) throw new HermesError('skill/invalid', `The skill was not saved. ${broken.join(' ')}`)
  return { advice, scan: await scanSkill(folder) }
}

async function readDocument(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, 'SKILL.md'), 'utf8')
  } catch (error) {
    if (isMissing(error)) throw new HermesError('skill/invalid', 'The skill has no SKILL.md.', { cause: error })
    throw error
  }
}
