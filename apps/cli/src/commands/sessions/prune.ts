import { conversationsOf, type StoredConversation, toSessionRow } from '@hermes/conversations/stored'
import type { SessionStore } from '@hermes/core'
import type { Translate } from '@hermes/safety/language'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { parseSpan } from '../../arguments/parse-when.js'
import { exitCode } from '../../exit-code.js'
import { type Io, write, writeLine } from '../../io.js'
import { confirm } from '../../setup/confirm.js'
import { withStore } from '../../setup/with-store.js'
import { conversationFilter } from './find/conversation-filter.js'
import { conversationFilters } from './find/conversation-filters.js'
import { messageCount } from './find/message-count.js'

const usualAge = '90d'

/** `hermes sessions prune`: deletes whole conversations, including continuations and sub-agents. */
export const pruneSessions: CommandHandler = async (context) => {
  const { values, io } = context
  const age = values['older-than'] ?? usualAge
  const beforeMs = Date.now() - parseSpan('--older-than', age)
  const fits = conversationFilter(context)
  const find = async (store: SessionStore) =>
    conversationsOf(await store.sessions.find()).filter(
      (conversation) => conversation.lastActivityAtMs < beforeMs && fits(conversation),
    )
  return withStore(context, async (store) => {
    const idle = await find(store)
    if (values['dry-run']) return show(context, idle)
    if (idle.length === 0) {
      const isFiltered = conversationFilters.some((name) => values[name] !== undefined)
      return say(
        io,
        isFiltered
          ? io.t`No conversation that fits has been idle for longer than ${age}: nothing was deleted.`
          : io.t`No conversation has been idle for longer than ${age}: nothing was deleted.`,
      )
    }
    const amount = amountOf(idle, io.t)
    if (!values.yes && !(await confirm(io, io.t`Delete ${amount} permanently? (--dry-run lists them)`))) {
      await writeLine(io.stderr, io.t`Nothing was deleted.`)
      return exitCode.failed
    }
    const deleted = await deleteStill(store, idle, find)
    if (values.json) await writeLine(io.stdout, JSON.stringify(rowsOf(deleted), undefined, 2))
    const gone = amountOf(deleted, io.t)
    return say(io, deleted.length === 1 ? io.t`${gone} was deleted.` : io.t`${gone} were deleted.`)
  })
}

/** Deletes the conversations that still match. Those that were continued or changed during the confirmation are kept. */
async function deleteStill(
  store: SessionStore,
  chosen: readonly StoredConversation[],
  find: (store: SessionStore) => Promise<readonly StoredConversation[]>,
): Promise<readonly StoredConversation[]> {
  const ids = new Set(chosen.map(({ root }) => root.id))
  const still = (await find(store)).filter(({ root }) => ids.has(root.id))
  for (const { members } of still) {
    // Newest first: if this is interrupted, the beginning of a conversation remains, not its end.
    for (const member of members.toReversed()) await store.sessions.delete(member.id)
  }
  return still
}

async function show({ values, io }: CommandContext, idle: readonly StoredConversation[]): Promise<number> {
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(rowsOf(idle), undefined, 2))
    return exitCode.ok
  }
  const { sessionTable } = await import('../../render/tables/session-table.js')
  const roots = idle.map((conversation) => ({
    ...conversation.root,
    lastActivityAtMs: conversation.lastActivityAtMs,
    messageCount: messageCount(conversation),
  }))
  await write(io.stdout, sessionTable(roots, { now: Date.now(), stream: io.stdout, t: io.t }))
  return say(io, io.t`${amountOf(idle, io.t)} would be deleted.`)
}

function rowsOf(conversations: readonly StoredConversation[]) {
  return conversations.flatMap(({ members }) => members.map((member) => toSessionRow(member)))
}

function amountOf(conversations: readonly StoredConversation[], t: Translate): string {
  const messages = conversations.reduce((sum, conversation) => sum + messageCount(conversation), 0)
  return t`${t.count(conversations.length, 'conversation')} with ${t.count(messages, 'message')}`
}

async function say(io: Io, sentence: string): Promise<number> {
  await writeLine(io.stderr, sentence)
  return exitCode.ok
}
