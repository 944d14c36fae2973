import type { Context } from 'hono'
import { badRequest } from './request-error.js'

/** A part of a list in the format of OpenAI's API. */
export interface Page<Item> {
  readonly object: 'list'
  readonly data: readonly Item[]
  readonly first_id: string | null
  readonly last_id: string | null
  readonly has_more: boolean
}

/** The limits for the number of items per page. */
export interface PageLimits {
  readonly usual: number
  readonly most: number
}

/** Returns the part of a list that a request asks for: `limit`, `order` (default `desc`), `after`. @param items Items, oldest first. */
export function pageOf<Item extends { readonly id: string }>(
  context: Context,
  items: readonly Item[],
  limits: PageLimits,
): Page<Item> {
  const order = context.req.query('order') ?? 'desc'
  if (order !== 'asc' && order !== 'desc') throw badRequest('\'order\' must be "asc" or "desc".', 'order')
  const ordered = order === 'asc' ? items : items.toReversed()
  const start = startOf(context.req.query('after'), ordered)
  const end = start + limitOf(context, limits)
  return toPage(ordered.slice(start, end), ordered.length > end)
}

/** @param hasMore Whether there are more items after these. */
export function toPage<Item extends { readonly id: string }>(data: readonly Item[], hasMore: boolean): Page<Item> {
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: hasMore,
  }
}

function startOf(after: string | undefined, ordered: readonly { readonly id: string }[]): number {
  if (after === undefined || after === '') return 0
  const place = ordered.findIndex(({ id }) => id === after)
  if (place === -1) throw badRequest(`'after' is "${after}", which is no item of the list.`, 'after')
  return place + 1
}

function limitOf(context: Context, { usual, most }: PageLimits): number {
  const given = context.req.query('limit') ?? `${usual}`
  if (/^[1-9]\d{0,5}$/.test(given) && Number(given) <= most) return Number(given)
  throw badRequest(`'limit' must be a number from 1 to ${most}.`, 'limit')
}
