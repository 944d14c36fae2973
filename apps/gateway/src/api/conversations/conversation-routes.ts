import type { SessionRecord, StoredMessage } from '@hermes/core'
import { newestOf } from '@hermes/core/sessions'
import { type Context, Hono } from 'hono'
import type { ConversationItem } from '../items/item-schemas.js'
import { pageOfItems } from '../items/page-of-items.js'
import { toItems } from '../items/to-items.js'
import { callerOf } from '../request/caller.js'
import { toPage } from '../request/page-of.js'
import { readBody } from '../request/read-body.js'
import { RequestError } from '../request/request-error.js'
import type { RunServices } from '../runs/start/start-run.js'
import { deleteIdleSession } from '../sessions/delete-idle-session.js'
import { addItems } from './add-items.js'
import { metadataOf, storeMetadata } from './conversation-metadata.js'
import { conversationChangesSchema, newConversationSchema, newItemsSchema } from './conversation-request.js'
import type { ConversationObject, DeletedConversation } from './conversation-schemas.js'
import { createConversation } from './create-conversation.js'
import { requireConversation } from './require-conversation.js'

/** Serves `/v1/conversations`: the sessions that responses continue as `conversation`. */
export function conversationRoutes(services: RunServices): Hono {
  const { store } = services
  const routes = new Hono()
  const nameOf = (context: Context) => context.req.param('id') ?? ''
  const caller = (context: Context) => callerOf(context, context.req.query('user'))
  const own = (context: Context) => requireConversation(nameOf(context), caller(context), services)
  const toObject = async (id: string, session: SessionRecord): Promise<ConversationObject> => ({
    id,
    object: 'conversation',
    created_at: Math.floor(session.startedAtMs / 1000),
    metadata: await metadataOf(session.id, store),
  })
  const itemsOf = async (context: Context): Promise<readonly ConversationItem[]> =>
    allItems(await store.messages.load((await newestOf(store, await own(context))).id))
  routes.post('/', async (context) => {
    const { items, metadata } = await readBody(context, newConversationSchema)
    const session = await createConversation(caller(context), services)
    if (metadata) await storeMetadata(session.id, metadata, store)
    if (items?.length) await addItems(context, { id: session.id, caller: caller(context), items }, services)
    return context.json(await toObject(session.id, session))
  })
  routes.get('/:id', async (context) => context.json(await toObject(nameOf(context), await own(context))))
  routes.post('/:id', async (context) => {
    const { metadata } = await readBody(context, conversationChangesSchema)
    const session = await own(context)
    await storeMetadata(session.id, metadata ?? {}, store)
    return context.json(await toObject(nameOf(context), session))
  })
  routes.delete('/:id', async (context) => {
    const { id } = await own(context)
    await deleteIdleSession(id, services)
    const deleted: DeletedConversation = { id: nameOf(context), object: 'conversation.deleted', deleted: true }
    return context.json(deleted)
  })
  routes.get('/:id/items', async (context) => context.json(pageOfItems(context, await itemsOf(context))))
  routes.post('/:id/items', async (context) => {
    const { items } = await readBody(context, newItemsSchema)
    const { id } = await own(context)
    return context.json(
      toPage(allItems(await addItems(context, { id, caller: caller(context), items }, services)), false),
    )
  })
  routes.get('/:id/items/:item', async (context) => {
    const wanted = context.req.param('item')
    const item = (await itemsOf(context)).find(({ id }) => id === wanted)
    if (!item) throw new RequestError(404, 'not_found', `The conversation has no item "${wanted}".`)
    return context.json(item)
  })
  return routes
}

function allItems(stored: readonly StoredMessage[]): readonly ConversationItem[] {
  return stored.flatMap(toItems)
}
