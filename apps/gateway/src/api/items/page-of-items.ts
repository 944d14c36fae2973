import type { Context } from 'hono'
import { pageOf } from '../request/page-of.js'
import type { ConversationItem, ItemList } from './item-schemas.js'

/** Returns the part of a list that a request asks for: `limit` (default 20), `order` (default `desc`), `after`. @param items Items, oldest first. */
export function pageOfItems(context: Context, items: readonly ConversationItem[]): ItemList {
  return pageOf(context, items, { usual: 20, most: 100 })
}
