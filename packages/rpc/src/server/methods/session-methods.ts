import { sessionName } from '@hermes/conversations/commands'
import { branchConversation, conversationsOf, deleteConversation } from '@hermes/conversations/stored'
import { describeError, type SessionStore } from '@hermes/core'
import { generateSessionId } from '@hermes/core/sessions'
import { withDefaultServices } from '@hermes/core/wiring'
import type { ResultOf } from '../../schemas/methods.js'
import type { Handlers } from '../connection/client-connection.js'
import { rpcFailure } from '../connection/rpc-failure.js'
import { toState } from '../events/to-state.js'
import { attach } from './attach.js'
import { snapshotOf } from './snapshot-of.js'

const defaultLimit = 100

/** Methods that list sessions and attach a client to them. */
export const sessionMethods = {
  'session.create': async (params, context) => attach(await context.sessions.create(params), context),
  'session.resume': async ({ sessionId, after }, context) =>
    attach(await context.sessions.open(sessionId), context, after),
  async 'session.activate'({ sessionId, after }, context) {
    const session = context.sessions.find(sessionId)
    if (!session) throw rpcFailure('notFound', `The session "${sessionId}" is not live in this server.`)
    return attach(session, context, after)
  },
  'session.close'({ sessionId }, { client }) {
    client.detach(sessionId)
    return {}
  },
  async 'session.list'({ limit = defaultLimit, workingDirectory, title }, { host }) {
    const records = await host.store.sessions.find({ archived: false })
    const rows = conversationsOf(records)
      .toSorted((left, right) => right.lastActivityAtMs - left.lastActivityAtMs)
      .map(({ root, members, lastActivityAtMs }) => {
        const name = members.findLast((member) => member.title !== undefined)?.title
        return {
          sessionId: root.id,
          source: root.source,
          startedAtMs: root.startedAtMs,
          lastActivityAtMs,
          messageCount: members.reduce((sum, { messageCount }) => sum + messageCount, 0),
          ...(name !== undefined && { title: name }),
          ...(root.workingDirectory !== undefined && { workingDirectory: root.workingDirectory }),
          ...(root.model !== undefined && { model: root.model }),
        }
      })
      .filter((row) => workingDirectory === undefined || row.workingDirectory === workingDirectory)
      .filter((row) => title === undefined || row.title === title)
    return { sessions: await Promise.all(rows.slice(0, limit).map((row) => withPreview(row, host.store))) }
  },
  async 'session.active_list'(_, { host, sessions }) {
    const live = sessions.all
    const titles = await Promise.all(live.map(async ({ id }) => (await host.store.sessions.get(id))?.title))
    return {
      sessions: live.map(({ id, conversation, workspace, clients }, index) => {
        const title = titles[index]
        return {
          sessionId: id,
          state: toState(conversation.state),
          workingDirectory: workspace.workingDirectory,
          clients,
          ...(title !== undefined && { title }),
        }
      }),
    }
  },
  'session.status': ({ sessionId }, context) => snapshotOf(context.client.session(sessionId), context),
  async 'session.preload_skills'({ sessionId, skills }, { client }) {
    const session = client.session(sessionId)
    try {
      await session.preload(skills)
    } catch (error) {
      throw rpcFailure('invalidParams', describeError(error))
    }
    return {}
  },
  async 'session.branch'({ sessionId, title }, context) {
    const { store } = context.host
    const id = generateSessionId(withDefaultServices())
    const branch = await branchConversation(sessionId, { store, id, ...(title !== undefined && { title }) })
    return attach(await context.sessions.open(branch.id), context)
  },
  async 'session.delete'({ sessionId }, { host, sessions }) {
    const record = await host.store.sessions.get(sessionId)
    if (!record) throw rpcFailure('notFound', `There is no session "${sessionId}".`)
    await sessions.close(sessionId)
    await deleteConversation(host.store, sessionId)
    return {}
  },
} satisfies Partial<Handlers>

type Row = ResultOf<'session.list'>['sessions'][number]

async function withPreview(row: Row, store: SessionStore): Promise<Row> {
  if (row.title !== undefined) return row
  const preview = await sessionName(store, { id: row.sessionId })
  return preview === '' ? row : { ...row, preview }
}
