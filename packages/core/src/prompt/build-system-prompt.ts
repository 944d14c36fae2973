import type { PromptContext, PromptSection, PromptStability } from '../contracts/agent/plugin.js'

export const defaultIdentity: PromptSection = {
  id: 'identity',
  content:
    'You are Hermes, a capable and careful assistant. Use the tools you have; say plainly what you did and what you did not.',
}

const ranks: Readonly<Record<PromptStability, number>> = { stable: 0, context: 1, volatile: 2 }

/** Sorts sections by stability, the most stable first. Sections of equal stability keep their order. */
export function sortSections(sections: readonly PromptSection[]): readonly PromptSection[] {
  const rank = ({ stability = 'stable' }: PromptSection) => ranks[stability]
  return sections.toSorted((left, right) => rank(left) - rank(right))
}

/** Joins the texts of the sections, sorted by stability, without empty ones. Built once per session and stored with it. */
export async function buildSystemPrompt(sections: readonly PromptSection[], context: PromptContext): Promise<string> {
  const texts = await Promise.all(
    sortSections(sections).map(({ content }) => (typeof content === 'string' ? content : content(context))),
  )
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n')
    .toWellFormed()
}
