import { join } from 'node:path'
import { exists } from '@hermes/safety/files'
import { english } from '@hermes/safety/language'
import type { SkillEntry } from '../find/index.js'
import type { NeededFile, NeededVariable } from '../format/index.js'

/** Requirements of a skill that are not met. */
export interface MissingSetup {
  readonly variables: readonly NeededVariable[]
  readonly files: readonly NeededFile[]
}

export interface SetupPlace {
  readonly variables: Readonly<Record<string, string | undefined>>
  /** The home of Hermes, which credential files are relative to. */
  readonly home: string
}

export async function missingSetup({ needs }: SkillEntry, { variables, home }: SetupPlace): Promise<MissingSetup> {
  const files = needs?.files ?? []
  const isThere = await Promise.all(files.map(({ path }) => exists(join(home, path))))
  return {
    variables: (needs?.variables ?? []).filter(({ name }) => !variables[name]),
    files: files.filter((_, index) => !isThere[index]),
  }
}

/** Whether the skill cannot work. */
export function isIncomplete({ variables, files }: MissingSetup): boolean {
  return files.length > 0 || variables.some(({ isOptional }) => !isOptional)
}

/** Describes what to do, one sentence for each missing item. */
export function describeMissing({ variables, files }: MissingSetup): readonly string[] {
  return [
    ...variables.map(({ name, prompt, help, isOptional }) => {
      const hint = [prompt, help].filter(Boolean).join('; ')
      const note = hint ? ` (${hint})` : ''
      return isOptional
        ? english`Optional: the environment variable ${name} is not set${note}.`
        : english`The environment variable ${name} is not set${note}.`
    }),
    ...files.map(
      ({ path, description }) =>
        english`The file ${path} is missing in the home folder of Hermes${description ? ` (${description})` : ''}.`,
    ),
  ]
}
