import { silentLogger } from '@hermes/core'
import * as z from 'zod'
import { openEncryption } from '../src/matrix/encryption/open-encryption.js'
import { unsealFile } from '../src/matrix/encryption/unseal-file.js'
import { type RoomEvent, roomEvent, syncAnswer } from '../src/matrix/events.js'
import { openMatrixApi } from '../src/matrix/matrix-api.js'
import { matrixOptions } from '../src/matrix/matrix-options.js'
import type { Person } from './matrix-person.js'

/** A person whose client encrypts. */
export interface EncryptedPerson extends AsyncDisposable {
  say(roomId: string, content: object): Promise<string>
  /** Everything that others have sent to a room, oldest first, as this person sees it. */
  read(roomId: string): Promise<readonly { readonly sent: RoomEvent; readonly seen: RoomEvent | undefined }[]>
  seal(content: Uint8Array): Promise<object>
  unseal(file: unknown): Promise<Uint8Array>
  /** From now on the keys of messages come late: when the returned function is called. */
  holdKeys(): () => Promise<void>
}

const device = z.object({ device_id: z.string() })
const timeline = z.object({ chunk: z.array(roomEvent) })

export async function encryptedPerson(
  homeserver: string,
  person: Person,
  members: readonly string[],
  folder: string,
): Promise<EncryptedPerson> {
  const signal = AbortSignal.timeout(60_000)
  let held: (() => Promise<unknown>)[] | undefined
  const api = openMatrixApi(matrixOptions.parse({ homeserver, access_token: person.token }), async (input, init) => {
    if (!held || !String(input).includes('/sendToDevice/')) return fetch(input, init)
    held.push(() => fetch(input, init))
    return Response.json({})
  })
  const { device_id: deviceId } = await api.call({ path: 'client/v3/account/whoami', answer: device, signal })
  const keys = { folder, userId: person.userId, deviceId }
  const encryption = await openEncryption(api, keys, { allDevices: true, logger: silentLogger }, { signal })
  let since: string | undefined

  async function sync() {
    const batch = await api.call({ path: 'client/v3/sync', query: { since, timeout: '0' }, answer: syncAnswer, signal })
    since = batch.next_batch
    await encryption.receive(batch, { signal })
  }

  return {
    async say(roomId, content) {
      await sync()
      const sealed = await encryption.encrypt({ roomId, type: 'm.room.message', content, members }, { signal })
      if (!sealed) throw new Error('The room is not encrypted.')
      return person.send(roomId, sealed, 'm.room.encrypted')
    },
    async read(roomId) {
      await sync()
      const path = `client/v3/rooms/${encodeURIComponent(roomId)}/messages`
      const { chunk } = await api.call({ path, query: { dir: 'f', limit: '100' }, answer: timeline, signal })
      const others = chunk.filter(({ sender, state_key: key }) => sender !== person.userId && key === undefined)
      return Promise.all(
        others.map(async (sent) => ({
          sent,
          seen: sent.type === 'm.room.encrypted' ? await encryption.decrypt(roomId, sent, { signal }) : sent,
        })),
      )
    },
    async seal(content) {
      const sealed = encryption.seal(content)
      return { ...sealed.key, url: await api.upload(sealed.content, 'application/octet-stream', 'file', { signal }) }
    },
    async unseal(file) {
      const { url, ...key } = z.looseObject({ url: z.string() }).parse(file)
      return unsealFile(await api.download(url, 1_000_000, { signal }), key)
    },
    holdKeys() {
      const waiting: (() => Promise<unknown>)[] = []
      held = waiting
      return async () => {
        held = undefined
        for (const release of waiting) await release()
      }
    },
    [Symbol.asyncDispose]: () => encryption[Symbol.asyncDispose](),
  }
}
