import { type SessionStore, type SessionSummary, textOf } from '@hermes/core'
import { isContinuation, isDelegate } from '@hermes/core/sessions'
import type { CommandOutcome } from '../../contracts/command-outcome.js'
import { hasRole, type Person } from '../../contracts/person.js'
import { withConversations } from '../../stored/found-message.js'
import type { Command, CommandContext } from '../command.js'

const usualCount = 10
const mostHits = 20

/** `/sessions [all | search words]`: the newest conversations. */
export function sessionsCommand(): Command {
  return {
    name: 'sessions',
    usage: '[all | search words]',
    description: 'list the newest sessions, or search them',
    category: 'session',
    async run(args, context) {
      const [, query] = /^search\s+([\s\S]+)$/i.exec(args) ?? []
      if (query !== undefined) return search(query, context)
      if (args !== '' && args !== 'all')
        return { type: 'error', text: 'Try /sessions, /sessions all or /sessions search words.' }
      const records = await ownSessions(context)
      const shown = args === 'all' ? records : records.slice(0, usualCount)
      if (shown.length === 0) return { type: 'text', text: 'There are no sessions yet.' }
      return {
        type: 'table',
        columns: [
          { key: 'id', label: 'Session' },
          { key: 'lastActivityAtMs', label: 'Last active', format: 'time' },
          { key: 'title', label: 'Title' },
        ],
        rows: await Promise.all(
          shown.map(async (record) => ({
            id: record.id,
            lastActivityAtMs: record.lastActivityAtMs,
            title: await sessionName(context.store, record),
          })),
        ),
        ...(shown.length < records.length && {
          note: `${shown.length} of ${records.length}. /sessions all lists every one.`,
        }),
      }
    },
  }
}

/** The conversations that a person may open, the newest first; archived ones are left out. */
export async function ownSessions({ store, person }: CommandContext): Promise<readonly SessionSummary[]> {
  const records = await store.sessions.find({ archived: false })
  return records.filter((record) => !isContinuation(record) && !isDelegate(record) && mayOpen(record, person))
}

/** An admin may open every conversation, others their own. */
export function mayOpen({ userId }: SessionSummary, person: Person): boolean {
  return hasRole(person, 'admin') || userId === person.id
}

/** The title, or how the conversation began. */
export async function sessionName(store: SessionStore, record: SessionSummary): Promise<string> {
  if (record.title !== undefined) return record.title
  const stored = await store.messages.load(record.id)
  const first = stored.find(({ message }) => message.role === 'user')
  return first ? textOf(first.message.content).slice(0, 200) : ''
}

async function search(text: string, { store, person }: CommandContext): Promise<CommandOutcome> {
  if (!store.search) return { type: 'error', text: 'This session store cannot search.' }
  const hits = await store.search.find({
    text,
    limit: mostHits,
    ...(!hasRole(person, 'admin') && { userId: person.id }),
  })
  const found = (await withConversations(store, hits)).filter(({ root }) => mayOpen(root, person))
  if (found.length === 0) return { type: 'text', text: `Nothing was found for "${text}".` }
  return {
    type: 'table',
    columns: [
      { key: 'id', label: 'Session' },
      { key: 'atMs', label: 'When', format: 'time' },
      { key: 'title', label: 'Title' },
      { key: 'text', label: 'Found' },
    ],
    rows: found.map(({ hit: { message, snippet }, root }) => ({
      id: root.id,
      atMs: message.timestampMs,
      title: root.title ?? '',
      text: snippet,
    })),
    note: '/resume with the id of a session continues it.',
  }
}
