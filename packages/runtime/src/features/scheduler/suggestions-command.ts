import type { SlashCommand } from '@hermes/core'
import { describeSlots, findBlueprint, type JobBook, type Suggestions } from '@hermes/scheduler'

export interface SuggestionsOptions {
  readonly book: () => Promise<JobBook>
  readonly suggestions: Suggestions
}

/** `/suggestions`: shows blueprints that have no job yet. */
export function suggestionsCommand({ book, suggestions }: SuggestionsOptions): SlashCommand {
  return {
    name: 'suggestions',
    aliases: ['suggest'],
    usage: '[dismiss NAME]',
    description: 'Show what could be scheduled',
    category: 'tools',
    who: 'admin',
    complete: async (prefix) => ['dismiss'].filter((word) => word.startsWith(prefix)).map((text) => ({ text })),
    async run(args) {
      const [word = '', ref = ''] = args.trim().split(/\s+/)
      if (word === 'dismiss') {
        const blueprint = findBlueprint(ref)
        await suggestions.dismiss(blueprint)
        return `"${blueprint.name}" is not suggested again.`
      }
      if (word !== '') return { type: 'error', text: 'Write /suggestions, or /suggestions dismiss with a name.' }
      const list = await suggestions.list(await (await book()).list())
      if (list.length === 0) return 'There is nothing to suggest.'
      return list.map((each) => `- ${each.description}: \`/blueprint ${each.name} ${describeSlots(each)}\``).join('\n')
    },
  }
}
