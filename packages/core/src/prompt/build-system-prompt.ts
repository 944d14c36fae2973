import type { PromptContext, PromptSection } from '../contracts/plugin.js'

export const defaultIdentity: PromptSection = {
  id: 'identity',
  content:
    'You are Hermes, a capable and careful assistant. Use the tools you have; say plainly what you did and what you did not.',
}

/** The sections' texts in their order, empty ones left out. Built once per session, then stored with it. */
export async function buildSystemPrompt(sections: readonly PromptSection[], context: PromptContext): Promise<string> {
  const texts = await Promise.all(
    sections.map(({ content }) => (typeof content === 'string' ? content : content(context))),
  )
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n')
    .toWellFormed()
}
