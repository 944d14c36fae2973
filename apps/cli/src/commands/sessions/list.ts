import { conversationsOf, toSessionRow, usageOf } from '@hermes/conversations/stored'
import type { SessionStore } from '@hermes/core'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { withStoreToRead } from '../../setup/with-store.js'
import { findSessions } from './find/session-filter.js'

const usualLimit = 20

/** `hermes sessions list` */
export const listSessions: CommandHandler = async (context) => {
  const { values, io } = context
  const { listed, used } = await withStoreToRead(context, async (store) => {
    const listed = await findSessions(store, context)
    return { listed, used: values.json && !values.all ? await usedByConversation(store) : noConversations }
  })
  const limit = values.limit ?? (values.all ? 0 : usualLimit)
  const shown = limit === 0 ? listed : listed.slice(0, limit)
  if (values.json) {
    const rows = shown.map((session) => toSessionRow(session, used.get(session.id)))
    await writeLine(io.stdout, JSON.stringify(rows, undefined, 2))
  } else if (shown.length === 0) {
    await writeLine(io.stderr, isFiltered(values) ? io.t`No session matches.` : io.t`There are no sessions yet.`)
  } else {
    const { sessionTable } = await import('../../render/tables/session-table.js')
    await write(io.stdout, sessionTable(shown, { now: Date.now(), stream: io.stdout, t: io.t }))
    const more = listed.length - shown.length
    if (more > 0 && io.stderr.isTTY) await writeLine(io.stderr, io.t`${more} more: --limit 0 shows all.`)
  }
  return exitCode.ok
}

const noConversations: ReadonlyMap<string, ReturnType<typeof usageOf>> = new Map()

/** Returns the usage of each conversation, keyed by the id of its first session. */
async function usedByConversation(store: SessionStore): Promise<typeof noConversations> {
  const conversations = conversationsOf(await store.sessions.find())
  return new Map(conversations.map(({ root, members }) => [root.id, usageOf(members)]))
}

function isFiltered({ source, archived, workspace }: Parameters<CommandHandler>[0]['values']): boolean {
  return source !== undefined || archived === true || workspace !== undefined
}
