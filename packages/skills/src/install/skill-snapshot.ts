import { parseJson } from '@hermes/core/wiring'
import * as z from 'zod'
import { bundledSource, type SkillLock } from '../store/index.js'

const skillSchema = z.object({
  name: z.string(),
  source: z.string(),
  /** The folder in the source. */
  inner: z.string(),
  /** The SHA-256 of each file, as it was installed. */
  files: z.record(z.string(), z.string()),
})

const snapshotSchema = z.object({ kind: z.literal('hermes-skills'), skills: z.array(skillSchema) })

/** An installed skill, with all that is needed to install it elsewhere. */
export type SnapshotSkill = z.output<typeof skillSchema>
/** Where the installed skills of a home came from. */
export type SkillSnapshot = z.output<typeof snapshotSchema>

/** Copies of skills that the program ships are not part of it. */
export function snapshotOf(lock: SkillLock): SkillSnapshot {
  const skills = Object.entries(lock)
    .filter(([, { source }]) => source !== bundledSource)
    .map(([name, { source, inner, files }]) => ({ name, source, inner, files }))
  return { kind: 'hermes-skills', skills }
}

/** `undefined`: the text is no snapshot. */
export function parseSnapshot(text: string): SkillSnapshot | undefined {
  try {
    return snapshotSchema.safeParse(parseJson(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
