import type { CallOptions } from '@hermes/core/platform'
import { parseJson } from '@hermes/core/wiring'
import * as z from 'zod'
import type { MatrixApi } from '../matrix-api.js'
import type { Machine } from './open-machine.js'

interface KeyRequest {
  readonly id: string | undefined
  readonly body: string
  readonly type: number
  readonly event_type?: string
  readonly txn_id?: string
}

const anyBody = z.record(z.string(), z.unknown())

/** Sends the requests of the library and passes the answers to it. */
export function createRequests(api: MatrixApi, { olm, crypto, checkStored }: Machine) {
  const { RequestType } = crypto
  const paths: Readonly<Record<number, string>> = {
    [RequestType.KeysUpload]: 'keys/upload',
    [RequestType.KeysQuery]: 'keys/query',
    [RequestType.KeysClaim]: 'keys/claim',
    [RequestType.SignatureUpload]: 'keys/signatures/upload',
  }

  async function send(request: KeyRequest, { signal }: CallOptions): Promise<void> {
    checkStored()
    const { id, type, event_type: event = '', txn_id: transaction = '' } = request
    const toDevice = `sendToDevice/${encodeURIComponent(event)}/${encodeURIComponent(transaction)}`
    const path = `client/v3/${type === RequestType.ToDevice ? toDevice : (paths[type] ?? '')}`
    const method = type === RequestType.ToDevice ? 'PUT' : 'POST'
    const body = anyBody.parse(parseJson(request.body))
    const answer = await api.call({ method, path, body, answer: anyBody, signal })
    if (id !== undefined) await olm.markRequestAsSent(id, type, JSON.stringify(answer))
    checkStored()
  }

  return {
    send,
    async sendPending(options: CallOptions): Promise<void> {
      // Answers lead to more requests: a new device is asked for its keys, for example.
      for (let round = 0; round < 5; round += 1) {
        const requests = await olm.outgoingRequests()
        if (requests.length === 0) return
        for (const request of requests) await send(request, options)
      }
    },
  }
}
