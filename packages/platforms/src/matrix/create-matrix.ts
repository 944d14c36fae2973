import { createHash } from 'node:crypto'
import type { Logger } from '@hermes/core'
import { type CallOptions, type PlatformAdapter, PlatformError, type PlatformEvent } from '@hermes/core/platform'
import * as z from 'zod'
import { checkEncryption, type DeviceKeys, openEncryption } from './encryption/open-encryption.js'
import type { RoomEncryption } from './encryption/room-encryption.js'
import { openMatrixApi } from './matrix-api.js'
import { matrixLimits } from './matrix-limits.js'
import type { MatrixOptions } from './matrix-options.js'
import { createOutgoing } from './outgoing-content.js'
import { readFileOf } from './read-file.js'
import { receiveRooms } from './receive-rooms.js'
import { createRemovedMessages } from './removed-messages.js'
import { createRoomTasks } from './room-tasks.js'
import { createRooms } from './rooms.js'
import { createSender } from './send-event.js'
import type { OwnAccount } from './to-inbound.js'

export interface MatrixServices {
  readonly fetch: typeof fetch
  readonly logger: Logger
  /** The folder for the keys of encrypted rooms, as an absolute path. Without it, `encryption` must be `off`. */
  readonly keysFolder?: string | undefined
}

interface KnownAccount extends OwnAccount {
  readonly deviceId: string | undefined
}

const account = z.object({ user_id: z.string(), device_id: z.string().optional() })
const profile = z.object({ displayname: z.string().nullish() })

/** Connects to a homeserver through its client-server API. */
export function createMatrix(
  options: MatrixOptions,
  { fetch: request, logger, keysFolder }: MatrixServices,
): PlatformAdapter {
  const api = openMatrixApi(options, request)
  const rooms = createRooms(api, async (roomId, event, callOptions) => {
    const encryption = event.type === 'm.room.encrypted' ? await encryptionOf(callOptions) : undefined
    return (await encryption?.decrypt(roomId, event, callOptions)) ?? event
  })
  const tasks = createRoomTasks(api, logger)
  const removed = createRemovedMessages(api)
  let known: KnownAccount | undefined
  let opened: Promise<RoomEncryption> | undefined
  let hasEnded = false

  async function own({ signal }: CallOptions): Promise<KnownAccount> {
    if (known) return known
    const who = await api.call({ path: 'client/v3/account/whoami', answer: account, signal })
    const { user_id: userId, device_id: deviceId } = who
    const path = `client/v3/profile/${encodeURIComponent(userId)}`
    const { displayname } = await api.call({ path, answer: profile, signal })
    known = { userId, name: displayname ?? '', deviceId }
    return known
  }

  async function encryptionOf(callOptions: CallOptions): Promise<RoomEncryption | undefined> {
    if (options.encryption === 'off') return undefined
    // Another process may have the keys by now.
    if (hasEnded) throw new PlatformError('transient', 'The connection to the homeserver has ended.')
    opened ??= open(callOptions)
    try {
      return await opened
    } catch (error) {
      opened = undefined
      throw error
    }
  }

  /** Returns the encryption for a message. If the keys cannot be used, nothing is wrong with the message itself. */
  async function encryptionToSend(callOptions: CallOptions): Promise<RoomEncryption | undefined> {
    try {
      return await encryptionOf(callOptions)
    } catch (error) {
      if (!PlatformError.is(error) || error.kind !== 'refused') throw error
      throw new PlatformError('transient', error.message, { cause: error })
    }
  }

  async function close(): Promise<void> {
    const last = opened
    opened = undefined
    const encryption = await last?.catch(() => undefined)
    await encryption?.[Symbol.asyncDispose]()
  }

  async function keysOf(callOptions: CallOptions): Promise<DeviceKeys> {
    if (keysFolder === undefined) throw new PlatformError('refused', 'There is no folder for the keys of encryption.')
    const { userId, deviceId } = await own(callOptions)
    return { folder: keysFolder, userId, deviceId }
  }

  async function open(callOptions: CallOptions): Promise<RoomEncryption> {
    const settings = { allDevices: options.encryption === 'all_devices', logger }
    return openEncryption(api, await keysOf(callOptions), settings, callOptions)
  }

  async function* receive({ signal }: CallOptions): AsyncGenerator<readonly PlatformEvent[]> {
    hasEnded = false
    try {
      const encryption = await encryptionOf({ signal })
      const receiver = { api, rooms, tasks, removed, options, encryption, own: await own({ signal }), logger }
      yield* receiveRooms(receiver, { signal })
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      hasEnded = true
      await close()
    }
  }

  return {
    id: 'matrix',
    limits: matrixLimits,
    account: `${options.homeserver} ${createHash('sha256').update(options.access_token).digest('hex').slice(0, 16)}`,
    ...(options.encryption !== 'off' && { sendsWhereConnected: true }),
    receive,
    ...createSender(
      api,
      async (callOptions) => (await own(callOptions)).userId,
      createOutgoing(api, rooms, encryptionToSend),
      removed,
    ),
    readAttachment: (id, callOptions) => readFileOf(api, id, options.encryption, callOptions),
    async check(callOptions) {
      if (options.encryption !== 'off') await checkEncryption(api, await keysOf(callOptions), callOptions)
      return (await own(callOptions)).userId
    },
    [Symbol.asyncDispose]: close,
  }
}
