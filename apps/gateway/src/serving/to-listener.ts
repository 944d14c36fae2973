import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'

/** Serves an app with `node:http`. */
export function toListener({ fetch }: Pick<Hono, 'fetch'>): RequestListener {
  const answer = getRequestListener(fetch)
  return (request, response) => void answer(request, response)
}
