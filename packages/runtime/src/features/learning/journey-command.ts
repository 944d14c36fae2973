import type { SlashCommand, SlashCommandContext } from '@hermes/core'
import type { Journey } from './create-journey.js'
import { journeyBars, journeyDays } from './journey-days.js'

const usage = '[all | undo ID | edit ID TEXT | delete ID]'
const verbs = ['all', 'undo', 'edit', 'delete']
const shownEntries = 20
const shownDays = 14

/** `/journey`: shows what was learned in one list of memories and skills, and how to change it. */
export function journeyCommand(open: (context: SlashCommandContext) => Promise<Journey>): SlashCommand {
  return {
    name: 'journey',
    aliases: ['learning', 'memory-graph'],
    usage,
    description: 'show what was learned when, change it or take it back',
    category: 'info',
    complete: async (prefix) => verbs.filter((verb) => verb.startsWith(prefix)).map((text) => ({ text })),
    async run(args, context) {
      const journey = await open(context)
      const [, verb = '', id = '', text = ''] = /^(\S*)\s*(\S*)\s*([\s\S]*)$/.exec(args.trim()) ?? []
      const { sessionId } = context
      if (verb === '' || verb === 'all') return show(journey, verb === 'all' ? undefined : shownEntries)
      if (verb === 'undo' && id !== '') {
        await journey.undo(id, sessionId)
        return { type: 'text', text: 'Taken back.' }
      }
      if (verb === 'edit' && text !== '') {
        await journey.edit(id, text, sessionId)
        return { type: 'text', text: 'Changed. New conversations know the new text.' }
      }
      if (verb === 'delete' && id !== '') {
        await journey.remove(id, sessionId)
        return { type: 'text', text: 'Deleted. /journey lists the deletion, which can be undone.' }
      }
      return { type: 'error', text: `Usage: /journey ${usage}` }
    },
  }
}

async function show(journey: Journey, limit: number | undefined) {
  const entries = await journey.entries()
  if (entries.length === 0) return { type: 'text', text: 'Nothing was learned yet.' }
  const days = journeyDays(entries).slice(0, limit === undefined ? undefined : shownDays)
  return {
    type: 'table',
    columns: [
      { key: 'id', label: 'ID' },
      { key: 'at', label: 'When', format: 'time' },
      { key: 'kind', label: 'Kind' },
      { key: 'by', label: 'By' },
      { key: 'text', label: 'What' },
    ],
    rows: entries.slice(0, limit).map(({ id, atMs, kind, by, text, undoes, isUndone }) => ({
      id,
      at: atMs,
      kind,
      by: undoes === undefined ? (isUndone ? `${by} (undone)` : by) : 'undo',
      text,
    })),
    note: [...journeyBars(days).map((bar) => `- ${bar}`), '', `/journey ${usage}`].join('\n'),
  }
}
