import { lineageMembers } from '@hermes/core/sessions'
import { exportFormats } from '../../../stored/export-formats.js'
import { loadExported } from '../../../stored/exported-session.js'
import type { Command, CommandContext } from '../../command.js'
import { storedRecord } from './stored-record.js'

export interface SaveServices {
  /** Writes a new file. @returns the path of the file. */
  readonly writeFile: (suggestedName: string, text: string, context: CommandContext) => Promise<string>
}

/** `/save [md | html]`: writes the conversation to a file; by default as JSON Lines, which can be imported. */
export function saveCommand({ writeFile }: SaveServices): Command {
  return {
    name: 'save',
    usage: '[jsonl | md | html]',
    description: 'save the session to a file',
    category: 'session',
    surfaces: ['terminal'],
    complete: async (prefix) =>
      Object.keys(exportFormats)
        .filter((name) => name.startsWith(prefix))
        .map((text) => ({ text })),
    async run(args, context) {
      const name = args === '' ? 'jsonl' : args
      if (!isFormat(name)) return { type: 'error', text: 'The formats are jsonl, md and html.' }
      const record = await storedRecord(context)
      if (!record) return { type: 'text', text: 'There is nothing to save yet.' }
      const format = exportFormats[name]
      const members = await lineageMembers(context.store, record)
      const exported = await Promise.all(members.map(({ id }) => loadExported(context.store, id)))
      const texts = exported.flatMap((session) => (session ? [format.toText(session)] : []))
      const path = await writeFile(`${record.id}.${name}`, [format.start, ...texts, format.end].join(''), context)
      return { type: 'text', text: `Saved: ${path}` }
    },
  }
}

function isFormat(name: string): name is keyof typeof exportFormats {
  return Object.hasOwn(exportFormats, name)
}
