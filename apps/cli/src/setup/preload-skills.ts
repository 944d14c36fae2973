import type { Runtime } from '@hermes/runtime'
import { didYouMean } from '../arguments/did-you-mean.js'
import type { OptionValues } from '../arguments/options/options.js'
import { UsageError } from '../usage-error.js'

/** Adds the text of the skills of `--skills` to the first message. Later messages, and all messages without skills, stay unchanged. */
export type WithSkills = (message: string) => Promise<string>

/** @throws {UsageError} for an unknown skill, and when skills are disabled. */
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

/** Returns the names in `--skills`. */
export function wantedSkills({ skills = '' }: OptionValues): readonly string[] {
  return skills
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}
