import type { PromptContext, PromptSection } from '@hermes/core'

/** The limits of a plugin's additions to the system prompt: the number of sections, and the characters of one and of all. */
const limits = { sections: 32, ofOne: 4_000, ofAll: 8_000 }

/** Limits the sections of a plugin. The room for all of them is shared evenly. */
export function limitSections(sections: readonly PromptSection[]): readonly PromptSection[] {
  const kept = sections.slice(0, limits.sections)
  const room = Math.min(limits.ofOne, Math.floor(limits.ofAll / Math.max(1, kept.length)))
  return kept.map((section) => ({
    ...section,
    content: async (context: PromptContext) => {
      const { content } = section
      return cut(String((typeof content === 'string' ? content : await content(context)) ?? ''), room)
    },
  }))
}

function cut(text: string, room: number): string {
  if (text.length <= room) return text
  return `${text.slice(0, room).toWellFormed()}\n[Cut here: the sections of a plugin share ${limits.ofAll} characters.]`
}
