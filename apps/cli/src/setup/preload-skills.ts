import type { Runtime } from '@hermes/runtime'
import { didYouMean } from '../arguments/did-you-mean.js'
import type { OptionValues } from '../arguments/options/options.js'
import { UsageError } from '../usage-error.js'

/** Puts the text of the skills of `--skills` before the first message; later ones, and all without skills, stay as they are. */
export type WithSkills = (message: string) => Promise<string>

/** @throws {UsageError} for an unknown skill, and when skills are switched off. */
export async function preloadSkills(
  { skills }: Pick<Runtime, 'skills'>,
  wanted: readonly string[],
): Promise<WithSkills> {
  let names = wanted
  if (names.length === 0) return async (message) => message
  if (!skills) throw new UsageError('--skills needs the feature skills, which is switched off.')
  await skills.refresh()
  const known = skills.skills().map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new UsageError(
      `There is no skill "${unknown}".${didYouMean(unknown, known)} To list them: hermes skills list`,
    )
  }
  return async (message) => {
    const first = names
    names = []
    return first.length === 0 ? message : skills.message(first, message)
  }
}

/** The names of `--skills`. */
export function wantedSkills({ skills = '' }: OptionValues): readonly string[] {
  return skills
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}
