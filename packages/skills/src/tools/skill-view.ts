import { alwaysRuns, type ContentOrigin, defineTool, HermesError, type Tool } from '@hermes/core'
import * as z from 'zod'
import type { SkillEntry } from '../find/index.js'
import { describeSkill, isRemote, type RemoteSkills, type SkillLibrary } from '../library/index.js'
import { describeFile } from './describe-file.js'
import { skillViewIdentity } from './tool-identities.js'
import { findRemote, viewRemote } from './view-remote.js'

export interface SkillViewOptions {
  readonly library: SkillLibrary
  /** Reads the skills of servers that the library lists. Default: there are none. */
  readonly remote?: RemoteSkills
  /** Returns who wrote a skill, if it was not the owner. */
  readonly originsOf: (entry: SkillEntry) => Promise<readonly ContentOrigin[]>
  /** Called with each skill that the model has read. */
  readonly onUse?: (entry: SkillEntry) => Promise<void>
}

const parameters = z.object({
  name: z.string().min(1).max(200),
  file_path: z.string().min(1).max(1_000).optional().describe('references/api.md'),
})

/** Creates the tool that shows a skill, or one of its files. */
export function skillViewTool(options: SkillViewOptions): Tool<z.output<typeof parameters>> {
  const { library, remote, originsOf, onUse } = options
  return defineTool({
    ...skillViewIdentity,
    description: 'Read the instructions of a skill, or one of the files that they name.',
    effect: 'read',
    concurrency: 'safe',
    parameters,
    assess: alwaysRuns,
    summarize: ({ name, file_path: path }) => `${name}${path === undefined ? '' : `/${path}`}`,
    async run({ name, file_path: path }, context) {
      if (remote && name.includes('://'))
        return viewRemote(await findRemote(name, remote, context), path, { remote, reader: context })
      const entry = await library.find(name)
      if (isRemote(entry)) {
        if (!remote) throw new HermesError('skill/refused', `The skill "${entry.name}" cannot be read here.`)
        return viewRemote(entry, path, { remote, reader: context })
      }
      const origins = await originsOf(entry)
      if (path !== undefined && path !== entry.file) {
        return { content: describeFile(path, await library.readFile(entry, path)), origins }
      }
      const content = describeSkill(entry, await library.open(entry))
      await onUse?.(entry)
      return { content, origins }
    },
  })
}
