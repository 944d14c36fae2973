import { type SessionStore, type SessionSummary, textOf } from '@hermes/core'
import { isContinuation, isDelegate, isUnlisted } from '@hermes/core/sessions'
import { typedText } from '@hermes/safety'
import type { CommandOutcome } from '../../../contracts/command-outcome.js'
import { hasRole, type Person } from '../../../contracts/person.js'
import { withConversations } from '../../../stored/found-message.js'
import type { Command, CommandContext } from '../../command.js'

const usualCount = 10
const mostHits = 20
/** How many messages are read per session: a list only shows the first user message. */
const searchedMessages = 3

/** `/sessions [all] [--archived] [--delegated]`, `/sessions search words`: lists the newest conversations. */
export function sessionsCommand(): Command {
  return {
    name: 'sessions',
    usage: '[all] [--archived] [--delegated] | search words',
    description: 'list recent sessions, or search them',
    category: 'session',
    async run(args, context) {
      const [, query] = /^search\s+([\s\S]+)$/i.exec(args) ?? []
      if (query !== undefined) return search(query, context)
      const words = args.split(/\s+/).filter(Boolean)
      if (!words.every(isListWord)) {
        const flags = 'with --archived or --delegated for those that are hidden otherwise'
        return { type: 'error', text: `Say /sessions or /sessions all, ${flags}, or /sessions search words.` }
      }
      const records = await ownSessions(context, {
        areArchived: words.includes('--archived'),
        areDelegated: words.includes('--delegated'),
      })
      const shown = words.includes('all') ? records : records.slice(0, usualCount)
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
          note: `${shown.length} of ${records.length}. /sessions ${['all', ...words].join(' ')} lists every one.`,
        }),
      }
    },
  }
}

const isListWord = (word: string) => ['all', '--archived', '--delegated'].includes(word)

interface Hidden {
  /** Whether to return only archived conversations. Default false. */
  readonly areArchived?: boolean
  /** Whether to return only sub-agents' sessions. Default false. */
  readonly areDelegated?: boolean
}

/** Returns the conversations that a person may open, newest first. */
export async function ownSessions(
  { store, person }: CommandContext,
  { areArchived = false, areDelegated = false }: Hidden = {},
): Promise<readonly SessionSummary[]> {
  const records = await store.sessions.find({ archived: areArchived })
  return records.filter(
    (record) =>
      !isContinuation(record) && (areDelegated ? isDelegate(record) : !isUnlisted(record)) && mayOpen(record, person),
  )
}

/** Whether a person may open a conversation: an admin may open every one, others only their own. */
export function mayOpen({ userId }: SessionSummary, person: Person): boolean {
  return hasRole(person, 'admin') || userId === person.id
}

/** Returns the title, or the beginning of the conversation. */
export async function sessionName(store: SessionStore, record: Pick<SessionSummary, 'id' | 'title'>): Promise<string> {
  if (record.title !== undefined) return record.title
  const begun = await store.messages.load(record.id, { limit: searchedMessages })
  const first = begun.find(({ message }) => message.role === 'user')
  return first ? typedText(textOf(first.message.content)).slice(0, 200) : ''
}

async function search(text: string, { store, person }: CommandContext): Promise<CommandOutcome> {
  if (!store.search) return { type: 'error', text: 'This session store cannot search.' }
  const hits = await store.search.find({
    text,
    limit: mostHits,
    ...(!hasRole(person, 'admin') && { userId: person.id }),
  })
  const found = (await withConversations(store, hits)).filter(({ root }) => mayOpen(root, person))
  if (found.length === 0) return { type: 'text', text: `No matches for "${text}".` }
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
