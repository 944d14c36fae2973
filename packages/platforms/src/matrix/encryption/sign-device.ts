import type { CallOptions } from '@hermes/core/platform'
import { parseJson } from '@hermes/core/wiring'
import * as z from 'zod'
import type { MatrixApi } from '../matrix-api.js'
import type { Machine } from './open-machine.js'
import type { createRequests } from './send-requests.js'

const anyBody = z.record(z.string(), z.unknown())
const identities = z.object({ master_keys: z.record(z.string(), z.unknown()).default({}) })

/**
 * Creates an identity that signs the agent's device for an account without one, so that clients show the device as its owner's. An
 * existing identity is kept: its owner signs the device in another client.
 */
export async function signDevice(
  api: MatrixApi,
  { olm, checkStored }: Machine,
  { send }: ReturnType<typeof createRequests>,
  { signal }: CallOptions,
): Promise<void> {
  const userId = olm.userId.toString()
  const body = { device_keys: { [userId]: [] } }
  const path = 'client/v3/keys/query'
  const { master_keys: masters } = await api.call({ method: 'POST', path, body, answer: identities, signal })
  if (masters[userId] !== undefined) return
  const requests = await olm.bootstrapCrossSigning(false)
  checkStored()
  const keys = anyBody.parse(parseJson(requests.uploadSigningKeysRequest.body))
  const upload = 'client/v3/keys/device_signing/upload'
  await api.call({ method: 'POST', path: upload, body: keys, answer: z.unknown(), signal })
  await send(requests.uploadSignaturesRequest, { signal })
}
