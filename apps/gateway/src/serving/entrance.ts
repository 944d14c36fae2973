import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { describeError, type Logger } from '@hermes/core'
import { loadOnce } from '@hermes/safety'
import { checkOwnHost } from '../api/access/check-own-host.js'
import type { RequestCounts } from '../api/metrics/request-counts.js'
import type { ProbeAnswer, Probes } from '../api/probes.js'

export interface EntranceOptions {
  /** The address that the server listens on. */
  readonly host: string
  /** The web pages that may call the API. */
  readonly origins: readonly string[]
  readonly probes: Probes
  readonly requests: RequestCounts
  /** Loads the listener that answers all requests. Called once. */
  readonly load: () => Promise<RequestListener>
  readonly logger: Logger
}

/** Answers requests before the API is loaded. */
export interface Entrance {
  /** Answers probes. Other requests load the API and wait for it. */
  readonly answer: RequestListener
  /** Loads the API, which then answers everything. Never rejects. */
  open(): Promise<RequestListener>
}

export function createEntrance({ host, origins, probes, requests, load, logger }: EntranceOptions): Entrance {
  const problemOf = checkOwnHost(host)
  let api: RequestListener | undefined

  const open = loadOnce(async () => {
    try {
      api = await load()
    } catch (error) {
      logger.log('error', 'The API could not be loaded.', { error: describeError(error) })
      api = refuse
    }
    return api
  })

  /** The API gives the same answer. If web pages may call it, it also adds headers for them. */
  const probeOf = ({ method, url = '', headers }: IncomingMessage) =>
    method === 'GET' && origins.length === 0 && !problemOf(headers) ? probes.get(url) : undefined

  const answerLater: RequestListener = async (request, response) => {
    const answer = await open()
    // The client has left in the meantime.
    if (!response.destroyed) answer(request, response)
  }

  return {
    open,
    async answer(request, response) {
      if (api) return api(request, response)
      const startedAt = performance.now()
      // The API reports the error of a probe.
      const probed = await probeOf(request)?.().catch(() => undefined)
      if (!probed) return answerLater(request, response)
      requests.add({ method: 'GET', route: request.url ?? '', status: probed.status, startedAt })
      send(response, probed)
    },
  }
}

function send(response: ServerResponse, { status, body }: Pick<ProbeAnswer, 'body'> & { readonly status: number }) {
  const text = JSON.stringify(body)
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text)
}

const refuse: RequestListener = (_request, response) => {
  const error = { message: 'The API could not be loaded.', type: 'server_error', param: null, code: 'internal_error' }
  response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
}
