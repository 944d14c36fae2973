import { alwaysRuns, defineTool, type Tool } from '@hermes/core'
import { oneLine } from '@hermes/safety'
import * as z from 'zod'
import type { SkillLibrary, UsableSkill } from '../library/index.js'
import { skillsListIdentity } from './tool-identities.js'

const mostListed = 100

const parameters = z.object({
  category: z.string().max(64).optional(),
  query: z.string().max(200).optional().describe('Words to find.'),
})

/** Creates the tool that lists skills by category and words, including those that the prompt leaves out. */
export function skillsListTool({ library }: { readonly library: SkillLibrary }): Tool<z.output<typeof parameters>> {
  return defineTool({
    ...skillsListIdentity,
    description: 'List the skills with what they are for, when the names in your instructions do not tell.',
    effect: 'read',
    concurrency: 'safe',
    callableFromPrograms: true,
    parameters,
    assess: alwaysRuns,
    async run({ category, query }) {
      const words = query?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
      const ofCategory = (await library.list()).filter(
        (entry) => !category || entry.category === category.toLowerCase(),
      )
      const found = rank(
        ofCategory.filter(({ isForPeople }) => !isForPeople),
        words,
      )
      if (found.length === 0) return 'No skill fits. Other words, or no words, may find more.'
      const more = found.length - mostListed
      const rest = more > 0 ? [`${more} more are not shown: narrow the search.`] : []
      return [...found.slice(0, mostListed).map(line), ...rest].join('\n')
    },
  })
}

/** Returns the skills with any of the words, those with the most words first. */
function rank(list: readonly UsableSkill[], words: readonly string[]): readonly UsableSkill[] {
  if (words.length === 0) return list
  const scored = list.map((entry) => {
    const name = entry.name.toLowerCase()
    const text = `${name} ${entry.category ?? ''} ${entry.tags?.join(' ') ?? ''} ${entry.description}`.toLowerCase()
    const score = words.reduce((sum, word) => sum + (name.includes(word) ? 2 : text.includes(word) ? 1 : 0), 0)
    return { entry, score }
  })
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
    .map(({ entry }) => entry)
}

function line({ name, category, description, origin }: UsableSkill): string {
  return `- ${name} (${[category, origin].filter(Boolean).join(', ')}): ${oneLine(description, 200)}`
}
