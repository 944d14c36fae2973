import type { Conversations } from '@hermes/conversations'
import {
  branchConversation,
  conversationsOf,
  renameConversation,
  setArchived,
  toFoundRow,
  toSessionRow,
  withConversations,
} from '@hermes/conversations/stored'
import type { SessionRecord } from '@hermes/core'
import { newestOf } from '@hermes/core/sessions'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { requireScope } from '../access/require-scope.js'
import { callerOf } from '../request/caller.js'
import type { Deleted } from '../request/deleted-schema.js'
import type { KeyedRequests } from '../request/keyed-requests.js'
import { orConflict } from '../request/or-conflict.js'
import { readBody } from '../request/read-body.js'
import { badRequest, RequestError } from '../request/request-error.js'
import { requireOwnSession } from '../request/require-session.js'
import type { RunBook } from '../runs/record/run-book.js'
import type { RunServices } from '../runs/start/start-run.js'
import { chat, chatStream } from './chat.js'
import { type CreateSessionServices, createSession, titleOf } from './create-session.js'
import { deleteIdleSession } from './delete-idle-session.js'
import { toMessageObject } from './message-object.js'
import type { MessageList } from './message-schema.js'
import { newSessionId } from './new-session-id.js'
import type { FoundMessageList, SessionList, SessionObject } from './session-schemas.js'

export interface SessionServices extends CreateSessionServices, Omit<RunServices, 'runs' | 'keyedRequests'> {
  readonly conversations: Conversations
  /** Absent if the store keeps no values, in which case sessions cannot be continued here. */
  readonly runs?: RunBook
  /** Absent if the store keeps no values, like `runs`. */
  readonly keyedRequests?: KeyedRequests
}

export const sessionChangesSchema = z.object({
  title: z.string().min(1).exactOptional(),
  archived: z.boolean().exactOptional(),
})
export const forkSchema = z.object({
  /** The id of the session. Default: a new one. */
  id: z.string().exactOptional(),
  title: z.string().min(1).exactOptional(),
})

/** Serves `/api/sessions`: the conversations that were created here. */
export function sessionRoutes(services: SessionServices): Hono {
  const { store, source, runs, keyedRequests } = services
  const routes = new Hono()
  const ownSession = (context: Context) => requireSession(context, services)
  routes.get('/', async (context) => {
    const { userId } = callerOf(context, context.req.query('user'))
    const archived = context.req.query('archived') === 'true'
    const found = await store.sessions.find({ source, archived })
    const own = conversationsOf(found).filter(({ root }) => userId === undefined || root.userId === userId)
    const newest = own.toSorted((left, right) => right.lastActivityAtMs - left.lastActivityAtMs)
    const [limit, offset] = [limitOf(context), offsetOf(context)]
    const end = offset + limit
    return context.json({
      object: 'list',
      data: newest.slice(offset, end).map(({ root }) => toSessionRow(root)),
      limit,
      offset,
      has_more: newest.length > end,
    } satisfies SessionList)
  })
  routes.post('/', async (context) => {
    return context.json(toSessionRow(await createSession(context, services)) satisfies SessionObject, 201)
  })
  if (runs && keyedRequests) {
    const whole = { ...services, runs, keyedRequests }
    routes.post('/:id/chat', requireScope('chat'), (context) => chat(context, whole))
    routes.post('/:id/chat/stream', requireScope('chat'), (context) => chatStream(context, whole))
  }
  routes.get('/search', async (context) => {
    if (!store.search) throw new RequestError(501, 'not_supported', 'The store cannot search.')
    const text = context.req.query('q') ?? ''
    if (text === '') throw badRequest("'q' is missing: the words to look for.", 'q')
    const { userId } = callerOf(context, context.req.query('user'))
    const hits = await store.search.find({
      text,
      sources: [source],
      limit: limitOf(context),
      ...(userId !== undefined && { userId }),
    })
    return context.json({
      object: 'list',
      data: (await withConversations(store, hits)).map(toFoundRow),
    } satisfies FoundMessageList)
  })
  routes.get('/:id', async (context) => context.json(toSessionRow(await ownSession(context)) satisfies SessionObject))
  routes.get('/:id/messages', async (context) => {
    const stored = await store.messages.load((await newestOf(store, await ownSession(context))).id)
    return context.json({ object: 'list', data: stored.map(toMessageObject) } satisfies MessageList)
  })
  routes.patch('/:id', async (context) => {
    const { title, archived } = await readBody(context, sessionChangesSchema)
    const session = await ownSession(context)
    const changed = titleOf(title)
    if (changed.title !== undefined) await orConflict(renameConversation(store, session, changed.title))
    if (archived !== undefined) await setArchived(store, session.id, archived)
    return context.json(toSessionRow(await ownSession(context)) satisfies SessionObject)
  })
  routes.post('/:id/fork', async (context) => {
    const { id: given, title } = await readBody(context, forkSchema)
    const session = await ownSession(context)
    // The copy belongs to the owner of the session.
    const id = await newSessionId(given, { userId: session.userId }, services)
    const branch = branchConversation(session.id, { store, id, ...titleOf(title) })
    return context.json(toSessionRow(await orConflict(branch)) satisfies SessionObject, 201)
  })
  routes.delete('/:id', async (context) => {
    const { id } = await ownSession(context)
    await deleteIdleSession(id, services)
    return context.json({ id, object: 'hermes.session', deleted: true } satisfies Deleted)
  })
  return routes
}

/** Returns the session of a path with its id. The holder of the server's key may see the sessions of all users. */
async function requireSession(context: Context, services: SessionServices): Promise<SessionRecord> {
  const id = context.req.param('id') ?? ''
  const caller = callerOf(context, context.req.query('user'))
  if (caller.userId !== undefined) return requireOwnSession(id, caller, services)
  const session = await services.store.sessions.get(id)
  return requireOwnSession(id, { userId: session?.userId }, services)
}

/** Returns the size of the page. Default: 50, at most 500. */
function limitOf(context: Context): number {
  const given = context.req.query('limit') ?? '50'
  if (!/^[1-9]\d{0,2}$/.test(given)) throw badRequest("'limit' must be a number from 1 to 500.", 'limit')
  return Math.min(Number(given), 500)
}

/** Returns the number of entries before the page. Default: 0. */
function offsetOf(context: Context): number {
  const given = context.req.query('offset') ?? '0'
  if (!/^\d{1,9}$/.test(given)) throw badRequest("'offset' must be a whole number, 0 or more.", 'offset')
  return Number(given)
}
