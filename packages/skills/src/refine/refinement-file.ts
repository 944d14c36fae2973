import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson } from '@hermes/core/wiring'
import { isMissing } from '@hermes/safety'
import { replaceFile } from '@hermes/safety/files'
import * as z from 'zod'
import { operationSchema } from '../write/index.js'

const proposalSchema = z.object({
  operations: z.array(operationSchema),
  sessionId: z.string().optional(),
  read: z.array(z.string()).optional(),
  /** The hashes of the skill that the proposal was made for, and of the resulting skill. */
  before: z.string(),
  after: z.string(),
})

const refinementSchema = z.object({ proposal: proposalSchema.optional() })

/** An open refinement. Without a proposal, the agent has not written anything yet. */
export type StoredRefinement = z.output<typeof refinementSchema>
export type StoredProposal = z.output<typeof proposalSchema>

/** The open refinements of a folder of skills, one file per skill name. */
export function refinementFiles(folder: string) {
  const own = join(folder, '.hermes', 'refine')
  const fileOf = (skill: string) => join(own, `${skill}.json`)
  return {
    async read(skill: string): Promise<StoredRefinement | undefined> {
      try {
        return refinementSchema.parse(parseJson(await readFile(fileOf(skill), 'utf8')))
      } catch (error) {
        if (isMissing(error)) return undefined
        // Damaged: the proposal is lost, and the person still has to be asked.
        if (error instanceof SyntaxError || error instanceof z.ZodError) return {}
        throw error
      }
    },
    async write(skill: string, refinement: StoredRefinement): Promise<void> {
      await mkdir(own, { recursive: true, mode: 0o700 })
      await replaceFile(fileOf(skill), JSON.stringify(refinement))
    },
    remove: (skill: string) => rm(fileOf(skill), { force: true }),
    async list(): Promise<readonly string[]> {
      try {
        return (await readdir(own)).flatMap((name) => (name.endsWith('.json') ? name.slice(0, -5) : [])).toSorted()
      } catch (error) {
        if (isMissing(error)) return []
        throw error
      }
    },
  }
}
