import type { Context } from 'hono'
import { badRequest } from '../request/request-error.js'
import type { ConversationItem, ItemList } from './item-schemas.js'

/** The part of a list that a request asks for: `limit` (default 20), `order` (default `desc`), `after`. @param items Oldest first. */
export function pageOfItems(context: Context, items: readonly ConversationItem[]): ItemList {
  const order = context.req.query('order') ?? 'desc'
  if (order !== 'asc' && order !== 'desc') throw badRequest('\'order\' must be "asc" or "desc".', 'order')
  const ordered = order === 'asc' ? items : items.toReversed()
  const start = startOf(context.req.query('after'), ordered)
  const end = start + limitOf(context)
  return listOfItems(ordered.slice(start, end), ordered.length > end)
}

/** @param hasMore Whether there are others after these. */
export function listOfItems(data: readonly ConversationItem[], hasMore: boolean): ItemList {
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: hasMore,
  }
}

function startOf(after: string | undefined, ordered: readonly ConversationItem[]): number {
  if (after === undefined || after === '') return 0
  const place = ordered.findIndex(({ id }) => id === after)
  if (place === -1) throw badRequest(`'after' is "${after}", which is no item of the list.`, 'after')
  return place + 1
}

function limitOf(context: Context): number {
  const given = context.req.query('limit') ?? '20'
  if (/^(?:[1-9]\d?|100)$/.test(given)) return Number(given)
  throw badRequest("'limit' must be a number from 1 to 100.", 'limit')
}
