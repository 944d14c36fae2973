import type { AssistantMessage, ImagePart, MessageContent, SessionId, TextPart, UserMessage } from '@hermes/core'
import { imageKind } from '@hermes/safety/files'
import { picturePart } from '../../chats/files/received-file.js'
import { fileText } from '../files/file-text.js'
import type { Files } from '../files/files.js'
import type { Caller } from '../request/caller.js'
import { badRequest, RequestError } from '../request/request-error.js'
import type { GivenContent, GivenMessage, GivenPart, SentFile, UploadedFile, UploadedImage } from './given-content.js'

export interface Keeping {
  readonly caller: Caller
  /** The name of the request field, for errors. */
  readonly param: string
  /** Absent if the store keeps no values. */
  readonly files: Files | undefined
  /** Returns the conversation that reads the files. Called if there are any. */
  readonly conversation: () => Promise<SessionId>
}

export function hasFiles(content: GivenContent | null): boolean {
  return typeof content !== 'string' && content !== null && content.some((part) => !isPlain(part))
}

type Spoken = UserMessage | AssistantMessage

/** Returns messages as the agent reads them. @throws {RequestError} see {@link keepContent}. */
export async function keepMessages(given: readonly GivenMessage[], keeping: Keeping): Promise<readonly Spoken[]> {
  const messages: Spoken[] = []
  for (const message of given) {
    if (message.role === 'user') messages.push({ ...message, content: await keepContent(message.content, keeping) })
    else messages.push(message)
  }
  return messages
}

/**
 * Returns a message as the agent reads it. As in chats, images are shown to the model, and other files are stored where the conversation reads them.
 * @throws {RequestError} for a file that does not exist, or that the caller may not use.
 */
export async function keepContent(given: GivenContent, keeping: Keeping): Promise<MessageContent> {
  if (typeof given === 'string') return given
  const parts: (TextPart | ImagePart)[] = []
  for (const part of given) parts.push(isPlain(part) ? part : await keepFile(part, keeping))
  return parts
}

function isPlain(part: GivenPart): part is TextPart | ImagePart {
  return part.type === 'text' || part.type === 'image_url'
}

async function keepFile(part: UploadedImage | UploadedFile | SentFile, keeping: Keeping) {
  const { files, caller, param, conversation } = keeping
  if (!files) throw new RequestError(501, 'not_supported', 'The store cannot keep files.', { param })
  if (part.type === 'uploaded_image') return image(part, files, keeping)
  const content = part.type === 'sent_file' ? Buffer.from(part.data, 'base64') : undefined
  const file =
    part.type === 'sent_file'
      ? await files.addSent(caller, { filename: part.filename, content: content ?? new Uint8Array() })
      : await files.require(part.fileId, caller, param)
  const path = await files.give(file, await conversation(), content)
  await files.use(file)
  return fileText(file, path)
}

/** The bytes determine the type. A provider would reject anything else, and with it every later message of the session. */
async function image({ fileId, detail }: UploadedImage, files: Files, { caller, param }: Keeping): Promise<ImagePart> {
  const file = await files.require(fileId, caller, param)
  const content = await files.read(file)
  const kind = imageKind(content)
  if (!kind) throw badRequest(`The file "${fileId}" is no PNG, JPEG, GIF or WebP: name it as "input_file".`, param)
  await files.use(file)
  const part = picturePart(content, kind)
  return detail === undefined ? part : { ...part, image_url: { ...part.image_url, detail } }
}
