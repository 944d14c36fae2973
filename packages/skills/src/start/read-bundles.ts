import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { describeError } from '@hermes/core'
import { codeOf, isRecord, oneLine } from '@hermes/safety'
import { toSkillName } from '../format/index.js'

/** Several skills under one name: a file in the folder `skill-bundles` of the home. */
export interface SkillBundle {
  readonly name: string
  readonly description: string
  /** Names of skills, in order. */
  readonly skills: readonly string[]
  /** Text for the model in addition to the skills. */
  readonly instructions?: string | undefined
}

export interface ReadBundles {
  readonly bundles: readonly SkillBundle[]
  /** Files that cannot be used, with the reason. */
  readonly problems: readonly { readonly file: string; readonly problem: string }[]
}

const mostChars = 65_536

/** Reads the bundles of a folder, by name. Files that are not bundles are reported. */
export async function readBundles(folder: string): Promise<ReadBundles> {
  const bundles: SkillBundle[] = []
  const problems: { file: string; problem: string }[] = []
  for (const file of await bundleFiles(folder)) {
    const path = join(folder, file)
    try {
      const bundle = await toBundle(await readFile(path, 'utf8'), basename(file, extname(file)))
      if (bundle) bundles.push(bundle)
      else problems.push({ file: path, problem: 'It needs a list `skills` with names of skills.' })
    } catch (error) {
      problems.push({ file: path, problem: oneLine(describeError(error), 200) })
    }
  }
  return { bundles, problems }
}

async function bundleFiles(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => /^[^.].*\.ya?ml$/.test(name)).toSorted()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

async function toBundle(text: string, fileName: string): Promise<SkillBundle | undefined> {
  const { parseYaml } = await import('../format/parse-yaml.js')
  const values = parseYaml(text.slice(0, mostChars))
  if (!isRecord(values) || !Array.isArray(values.skills)) return undefined
  const skills = values.skills.filter((entry) => typeof entry === 'string').map(toSkillName)
  const name = toSkillName(typeof values.name === 'string' ? values.name : fileName)
  if (skills.length === 0 || name === '') return undefined
  const { description, instructions } = values
  return {
    name,
    skills,
    description: typeof description === 'string' ? oneLine(description, 200) : `use the skills ${skills.join(', ')}`,
    instructions: typeof instructions === 'string' ? instructions.trim() : undefined,
  }
}
