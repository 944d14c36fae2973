import { parseJson } from '@hermes/core/wiring'
import * as z from 'zod'
import { bundledSource, type SkillLock } from '../store/index.js'

const skillSchema = z.object({
  name: z.string(),
  source: z.string(),
  /** The folder in the source. */
  inner: z.string(),
  /** The SHA-256 of each file, as installed. */
  files: z.record(z.string(), z.string()),
})

const snapshotSchema = z.object({ kind: z.literal('hermes-skills'), skills: z.array(skillSchema) })

/** An installed skill, with everything needed to install it elsewhere. */
export type SnapshotSkill = z.output<typeof skillSchema>
/** The sources of the installed skills of a home. */
export type SkillSnapshot = z.output<typeof snapshotSchema>

/** Creates a snapshot. Copies of skills that the program ships are not part of it. */
export function snapshotOf(lock: SkillLock): SkillSnapshot {
  const skills = Object.entries(lock)
    .filter(([, { source }]) => source !== bundledSource)
    .map(([name, { source, inner, files }]) => ({ name, source, inner, files }))
  return { kind: 'hermes-skills', skills }
}

/** Parses a snapshot. Returns `undefined` if the text is not one. */
export function parseSnapshot(text: string): SkillSnapshot | undefined {
  try {
    return snapshotSchema.safeParse(parseJson(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
