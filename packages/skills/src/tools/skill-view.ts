import { alwaysRuns, type ContentOrigin, defineTool, type Tool } from '@hermes/core'
import * as z from 'zod'
import type { SkillEntry } from '../find/index.js'
import { skillLimits } from '../format/index.js'
import { describeSkill, type SkillFileContent, type SkillLibrary } from '../library/index.js'

export const viewName = 'skill_view'

export interface SkillViewOptions {
  readonly library: SkillLibrary
  /** Who wrote a skill, if it was not the owner. */
  readonly originsOf: (entry: SkillEntry) => Promise<readonly ContentOrigin[]>
  /** Called with each skill that the model has read. */
  readonly onUse?: (entry: SkillEntry) => Promise<void>
}

const parameters = z.object({
  name: z.string().min(1).max(200),
  file_path: z.string().min(1).max(1_000).optional().describe('references/api.md'),
})

/** Shows a skill, or one of its files. */
export function skillViewTool(options: SkillViewOptions): Tool<z.output<typeof parameters>> {
  const { library, originsOf, onUse } = options
  return defineTool({
    name: 'skill_view',
    description: 'Read the instructions of a skill, or one of the files that they name.',
    toolset: 'skills',
    effect: 'read',
    concurrency: 'safe',
    parameters,
    assess: alwaysRuns,
    summarize: ({ name, file_path: path }) => `${name}${path === undefined ? '' : `/${path}`}`,
    async run({ name, file_path: path }) {
      const entry = await library.find(name)
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

function describeFile(path: string, { bytes, size }: SkillFileContent): string {
  if (bytes.subarray(0, 8_192).includes(0)) return `${path} is not text: ${size} bytes.`
  const text = bytes.toString('utf8')
  if (text.length <= skillLimits.documentChars) return text
  return `${text.slice(0, skillLimits.documentChars).toWellFormed()}\n\n[Cut here: the file has ${size} bytes.]`
}
