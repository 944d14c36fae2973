import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import type { JsonObject } from '@hermes/core'
import { parseObject } from './json.js'
import type { ProviderRequest } from './request-log.js'
import type { Wire } from './wire.js'

/** A response in progress. `gone` is aborted when the connection closes. */
export interface Exchange {
  readonly wire: Wire
  readonly body: JsonObject
  readonly path: string
  readonly response: ServerResponse
  readonly gone: AbortSignal
  readonly nextId: () => string
}

/** Marks a response that the script itself aborted. A client that left may cause another error, or none. */
export class ScriptDrop extends Error {}

/** Reads the request. Resolves to `undefined` when the client left before it was complete. */
export async function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
  shared: Pick<Exchange, 'wire' | 'nextId'>,
): Promise<Exchange | undefined> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  // A client may leave at any time; the write reports it.
  response.on('error', () => undefined)
  const sent = await readText(request).catch(() => undefined)
  if (sent === undefined) return undefined
  const path = URL.parse(request.url ?? '/', 'http://localhost')?.pathname ?? '/'
  return { ...shared, path, response, gone: gone.signal, body: parseObject(sent) ?? {} }
}

/** Returns the log entry of a model call. */
export function toRecord(request: IncomingMessage, { path, body, response }: Exchange): ProviderRequest {
  let closedEarly = false
  const ended = new Promise<Awaited<ProviderRequest['ended']>>((resolve) => {
    response.once('close', () => {
      const dropped = response.errored instanceof ScriptDrop
      closedEarly = !response.writableFinished && !dropped
      resolve(response.writableFinished ? 'sent' : dropped ? 'dropped' : 'left')
    })
  })
  return {
    path,
    headers: request.headers,
    body,
    ended,
    get closedEarly() {
      return closedEarly
    },
  }
}
