import { type CallOptions, PlatformError } from '@hermes/core/platform'
import { parseJson } from '@hermes/core/wiring'
import * as z from 'zod'
import { type RoomEvent, roomEvent, type SyncAnswer } from '../events.js'
import type { MatrixApi } from '../matrix-api.js'
import { isGone } from '../to-platform-error.js'
import type { Machine } from './open-machine.js'
import { createRequests } from './send-requests.js'
import { createQueue } from './serial-queue.js'

/**
 * The keys of the agent's device and their uses. Disposing ends running calls and frees the keys for another process. Later calls reject
 * with `transient`.
 */
export interface RoomEncryption extends AsyncDisposable {
  /** Receives what came with messages, mainly keys. It is stored when the promise resolves. */
  receive(batch: SyncAnswer, options: CallOptions): Promise<void>
  /** Encrypts an event. @returns `undefined` in a room without encryption. */
  encrypt(event: PlainEvent, options: CallOptions): Promise<object | undefined>
  isEncrypted(roomId: string, options: CallOptions): Promise<boolean>
  /** Decrypts an event. @returns `undefined` while its key is missing. */
  decrypt(roomId: string, event: RoomEvent, options: CallOptions): Promise<RoomEvent | undefined>
  seal(content: Uint8Array): { readonly content: Uint8Array; readonly key: object }
}

export interface PlainEvent {
  readonly roomId: string
  readonly type: string
  readonly content: object
  readonly members: readonly string[]
}

export interface EncryptionSettings {
  /** Whether keys are also shared with devices that their owners have not signed. */
  readonly allDevices: boolean
}

const roomState = z.object({ algorithm: z.string() })

export function createRoomEncryption(
  api: MatrixApi,
  machine: Machine,
  { allDevices }: EncryptionSettings,
): RoomEncryption {
  const { olm, crypto, checkStored } = machine
  const { send, sendPending } = createRequests(api, machine)
  const inTurn = createQueue()
  const closing = new AbortController()
  /** Runs work with the keys. */
  const use = <Result>(work: (options: CallOptions) => Promise<Result>, { signal }: CallOptions) =>
    inTurn(() => {
      closing.signal.throwIfAborted()
      return work({ signal: AbortSignal.any([signal, closing.signal]) })
    })
  const users = (ids: readonly string[]) => ids.map((id) => new crypto.UserId(id))
  const trust = () => new crypto.DecryptionSettings(crypto.TrustRequirement.Untrusted)

  async function isEncrypted(roomId: string, { signal }: CallOptions): Promise<boolean> {
    // Encryption is never turned off: once seen, it holds whatever the server says later.
    if (await await olm.getRoomSettings(new crypto.RoomId(roomId))) return true
    const path = `client/v3/rooms/${encodeURIComponent(roomId)}/state/m.room.encryption`
    try {
      const { algorithm } = await api.call({ path, answer: roomState, signal })
      if (algorithm !== 'm.megolm.v1.aes-sha2') throw new PlatformError('refused', `The room uses ${algorithm}.`)
    } catch (error) {
      if (isGone(error)) return false
      throw error
    }
    await olm.setRoomSettings(new crypto.RoomId(roomId), new crypto.RoomSettings())
    return true
  }

  async function shareKey({ roomId, members }: PlainEvent, options: CallOptions): Promise<void> {
    await olm.updateTrackedUsers(users(members))
    await untilAccepted(sendPending(options))
    const claim = await olm.getMissingSessions(users(members))
    if (claim) await untilAccepted(send(claim, options))
    const settings = new crypto.EncryptionSettings()
    settings.sharingStrategy = allDevices
      ? crypto.CollectStrategy.allDevices()
      : crypto.CollectStrategy.identityBasedStrategy()
    const shares = await olm.shareRoomKey(new crypto.RoomId(roomId), users(members), settings)
    for (const share of shares) await send(share, options)
  }

  return {
    receive: (batch, options) =>
      use(async (whileOpen) => {
        const { changed, left } = batch.device_lists
        await olm.receiveSyncChanges(
          JSON.stringify(batch.to_device.events),
          new crypto.DeviceLists(users(changed), users(left)),
          new Map(Object.entries(batch.device_one_time_keys_count)),
          new Set(batch.device_unused_fallback_key_types),
          trust(),
        )
        checkStored()
        await sendPending(whileOpen)
      }, options),
    isEncrypted: (roomId, options) => use((whileOpen) => isEncrypted(roomId, whileOpen), options),
    encrypt: (event, options) =>
      use(async (whileOpen) => {
        if (!(await isEncrypted(event.roomId, whileOpen))) return undefined
        await shareKey(event, whileOpen)
        const roomId = new crypto.RoomId(event.roomId)
        const sealed = await olm.encryptRoomEvent(roomId, event.type, JSON.stringify(event.content))
        checkStored()
        return z.record(z.string(), z.unknown()).parse(parseJson(sealed))
      }, options),
    decrypt: (roomId, event, options) =>
      use(async () => {
        try {
          const text = JSON.stringify({ ...event, room_id: roomId })
          const plain = await olm.decryptRoomEvent(text, new crypto.RoomId(roomId), trust())
          return roomEvent.parse(parseJson(plain.event))
        } catch (error) {
          if (error instanceof crypto.MegolmDecryptionError) return undefined
          throw error
        }
      }, options),
    seal(content) {
      const sealed = crypto.Attachment.encrypt(content)
      const key = z.record(z.string(), z.unknown()).parse(parseJson(sealed.mediaEncryptionInfo ?? ''))
      return { content: sealed.encryptedData, key }
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new PlatformError('transient', 'The connection with the encryption keys has ended.'))
      await inTurn(async () => machine[Symbol.dispose]())
    },
  }
}

/** Makes refused keys `transient`: the message is not at fault, so it is retried. */
async function untilAccepted(sending: Promise<void>): Promise<void> {
  try {
    await sending
  } catch (error) {
    if (!PlatformError.is(error) || error.kind !== 'refused') throw error
    throw new PlatformError('transient', `The keys of the device were not accepted: ${error.message}`, { cause: error })
  }
}
