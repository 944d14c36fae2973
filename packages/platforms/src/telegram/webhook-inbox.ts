import { createHash, timingSafeEqual } from 'node:crypto'
import { parseJson } from '@hermes/core/wiring'
import type { Update } from 'grammy/types'
import { isUpdate } from './is-update.js'

/** Holds the updates that Telegram posts until they are acknowledged. */
export interface WebhookInbox {
  handle(request: Request): Promise<Response>
  /** Yields updates in order. Updates that arrived together are acknowledged when the next ones are requested. */
  updates(signal: AbortSignal): AsyncGenerator<readonly Update[]>
}

interface Posted {
  readonly update: Update
  readonly acknowledged: PromiseWithResolvers<void>
}

/** How long a request may wait for its answer. Telegram repeats requests without one. */
const answerMs = 20_000
const maxBodyBytes = 2 ** 20

export function createWebhookInbox(secret: string): WebhookInbox {
  const posted: Posted[] = []
  let wake = Promise.withResolvers<void>()

  async function handle(request: Request): Promise<Response> {
    const given = request.headers.get('x-telegram-bot-api-secret-token') ?? ''
    if (!timingSafeEqual(digest(given), digest(secret))) return new Response(null, { status: 401 })
    const body = await request.text()
    const update = body.length <= maxBodyBytes ? toUpdate(body) : undefined
    if (!update) return new Response(null, { status: 400 })
    const entry: Posted = { update, acknowledged: Promise.withResolvers() }
    posted.push(entry)
    wake.resolve()
    const isAcknowledged = await within(entry.acknowledged.promise, answerMs)
    if (!isAcknowledged) remove(entry)
    return new Response(null, { status: isAcknowledged ? 200 : 503 })
  }

  /** Removes an update, unless it was answered late and has been removed already. */
  function remove(entry: Posted): void {
    if (posted.includes(entry)) posted.splice(posted.indexOf(entry), 1)
  }

  return {
    handle,
    async *updates(signal) {
      const stopped = Promise.withResolvers<void>()
      const stop = () => stopped.resolve()
      signal.addEventListener('abort', stop)
      try {
        while (!signal.aborted) {
          const found = [...posted]
          if (found.length > 0) {
            yield found.map(({ update }) => update)
            for (const entry of found) {
              entry.acknowledged.resolve()
              remove(entry)
            }
          } else {
            wake = Promise.withResolvers()
            await Promise.race([wake.promise, stopped.promise])
          }
        }
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
  }
}

/** Returns a digest of equal length, whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function toUpdate(body: string): Update | undefined {
  try {
    const value: unknown = parseJson(body)
    return isUpdate(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

async function within(promise: Promise<void>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), ms)
  try {
    return await Promise.race([promise.then(() => true), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
