import {
  type CallOptions,
  type OutboundFile,
  type OutboundMessage,
  type PlatformAdapter,
  PlatformError,
  type SentMessage,
} from '@hermes/core/platform'
import * as z from 'zod'
import { keysOf } from './buttons.js'
import { fileContent } from './file-content.js'
import type { MatrixApi } from './matrix-api.js'
import { matrixLimits } from './matrix-limits.js'
import type { OutgoingContent } from './outgoing-content.js'
import { transactionId } from './position.js'
import type { RemovedMessages } from './removed-messages.js'
import { resolveRoom } from './resolve-room.js'
import { checkText, relationOf, toContent, toEdit } from './to-content.js'

type Sender = Pick<Required<PlatformAdapter>, 'send' | 'edit' | 'remove' | 'showTyping'>

const sentEvent = z.object({ event_id: z.string() })

/** Creates the sender, which makes all changes to a room. @param own Returns the id of the agent's account. */
export function createSender(
  api: MatrixApi,
  own: (options: CallOptions) => Promise<string>,
  outgoing: OutgoingContent,
  removed: Omit<RemovedMessages, 'note'>,
): Sender {
  async function put(chatId: string, plainType: string, key: string, plain: object, { signal }: CallOptions) {
    // The server reads reactions to count them, so no client encrypts them.
    const { type, content: body } =
      plainType === 'm.reaction'
        ? { type: plainType, content: plain }
        : await outgoing.event(chatId, plainType, plain, { signal })
    const path = `client/v3/rooms/${encodeURIComponent(chatId)}/send/${type}/${key}`
    return api.call({ method: 'PUT', path, body, answer: sentEvent, hasEffect: true, signal })
  }

  async function contentOf({ chatId, text, buttons, file }: OutboundMessage, options: CallOptions): Promise<object> {
    if (!file) return toContent(text, buttons)
    checkText(text)
    return fileContent(file, text, await uploadFile(chatId, file, options))
  }

  async function uploadFile(chatId: string, file: OutboundFile, options: CallOptions): Promise<object> {
    const { maxOutBytes = 0 } = matrixLimits.media ?? {}
    if (file.content.length > maxOutBytes) {
      throw new PlatformError('too-long', `${file.name} is larger than ${maxOutBytes / 2 ** 20} MiB.`)
    }
    return outgoing.file(chatId, file, options)
  }

  return {
    async send(asked, { key, signal }): Promise<SentMessage> {
      const chatId = await resolveRoom(api, asked.chatId, { signal })
      const message = { ...asked, chatId }
      const { threadId, replyToMessageId, buttons = [] } = message
      const content = await contentOf(message, { signal })
      const body = { ...content, ...relationOf(message, replyToMessageId) }
      const { event_id: messageId } = await put(chatId, 'm.room.message', transactionId(key), body, { signal })
      for (const reaction of keysOf(buttons)) {
        const relation = { rel_type: 'm.annotation', event_id: messageId, key: reaction }
        await put(chatId, 'm.reaction', transactionId(key, reaction), { 'm.relates_to': relation }, { signal })
      }
      return { chatId, ...(threadId !== undefined && { threadId }), messageId }
    },
    async edit({ chatId, messageId }, { text, buttons, isPartial = false }, options) {
      const gone = () => new PlatformError('gone', 'Somebody has removed the message.')
      if (removed.isNoted(messageId)) throw gone()
      const content = toContent(text, buttons)
      const id = transactionId('edit', messageId, JSON.stringify(content))
      await put(chatId, 'm.room.message', id, toEdit(content, messageId), options)
      // Checked after the edit, so that no removal comes in between. Of a growing text, only the end has to arrive.
      if (!isPartial && (await removed.has({ chatId, messageId }, options))) throw gone()
    },
    async remove({ chatId, messageId }, { signal }) {
      const place = `client/v3/rooms/${encodeURIComponent(chatId)}/redact/${encodeURIComponent(messageId)}`
      const path = `${place}/${transactionId('remove', messageId)}`
      await api.call({ method: 'PUT', path, body: {}, answer: z.unknown(), signal })
    },
    async showTyping({ chatId: asked }, { signal }) {
      const chatId = await resolveRoom(api, asked, { signal })
      const userId = await own({ signal })
      const path = `client/v3/rooms/${encodeURIComponent(chatId)}/typing/${encodeURIComponent(userId)}`
      await api.call({ method: 'PUT', path, body: { typing: true, timeout: 10_000 }, answer: z.unknown(), signal })
    },
  }
}
