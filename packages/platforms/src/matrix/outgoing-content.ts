import type { CallOptions } from '@hermes/core/platform'
import type { RoomEncryption } from './encryption/room-encryption.js'
import type { MatrixApi } from './matrix-api.js'
import type { Rooms } from './rooms.js'

/** Sends content to a room, encrypted if the room is. */
export interface OutgoingContent {
  event(
    roomId: string,
    type: string,
    content: object,
    options: CallOptions,
  ): Promise<{ readonly type: string; readonly content: object }>
  /** Uploads a file. @returns the fields of the message that say where the file is. */
  file(
    roomId: string,
    file: { readonly content: Uint8Array; readonly mediaType: string; readonly name: string },
    options: CallOptions,
  ): Promise<object>
}

export function createOutgoing(
  api: MatrixApi,
  rooms: Rooms,
  encryptionOf: (options: CallOptions) => Promise<RoomEncryption | undefined>,
): OutgoingContent {
  return {
    async event(roomId, type, content, options) {
      const encryption = await encryptionOf(options)
      if (!encryption) return { type, content }
      const members = [...(await rooms.members(roomId, options)).keys()]
      const sealed = await encryption.encrypt({ roomId, type, content, members }, options)
      return sealed ? { type: 'm.room.encrypted', content: sealed } : { type, content }
    },
    async file(roomId, { content, mediaType, name }, options) {
      const encryption = await encryptionOf(options)
      if (!encryption || !(await encryption.isEncrypted(roomId, options))) {
        return { url: await api.upload(content, mediaType, name, options) }
      }
      const sealed = encryption.seal(content)
      const url = await api.upload(sealed.content, 'application/octet-stream', 'encrypted', options)
      return { file: { ...sealed.key, url } }
    },
  }
}
