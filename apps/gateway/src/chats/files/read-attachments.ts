import { join } from 'node:path'
import { type ContentPart, describeError, type MessageContent } from '@hermes/core'
import type { InboundAttachment, InboundMessage, PlatformAdapter } from '@hermes/core/platform'
import type { Runtime } from '@hermes/runtime'
import { imageKind } from '@hermes/safety/files'
import { picturePart, receivedText, storeReceived } from './received-file.js'
import { safeName, safeNames } from './safe-names.js'

/** Where attachments are read from. */
export interface AttachmentSource {
  /** The name of the network. */
  readonly name: string
  readonly adapter: Pick<PlatformAdapter, 'limits' | 'readAttachment'>
}

/** How the received files of a conversation are handled. */
export interface ReceivedFiles {
  /** The folder where they are stored. */
  readonly received: string
  /** Returns what currently turns speech into text. */
  transcriber(): Runtime['transcriber']
}

/** How long reading a file may take, in milliseconds. A self-hosted server loads a large file before it answers. */
const readMs = (bytes: number) => 60_000 + Math.ceil(bytes / slowestBytesPerMs)
const slowestBytesPerMs = 1_000
/** How long a transcription may take, in milliseconds. More than the limit of the settings. */
const hearMs = 3_700_000

/** Returns what a person wrote and attached, for the model: pictures that providers accept as pictures, speech as text, other files by their path. */
export async function contentOf(
  message: InboundMessage,
  text: string,
  network: AttachmentSource,
  folders: ReceivedFiles,
): Promise<MessageContent> {
  if (message.attachments.length === 0) return text
  const parts: ContentPart[] = text === '' ? [] : [{ type: 'text', text }]
  const folder = join(folders.received, safeName(`${network.name}-${message.id}`))
  const names = safeNames(message.attachments.map(({ name }) => name))
  for (const [index, attachment] of message.attachments.entries()) {
    const path = join(folder, names[index] ?? String(index))
    parts.push(await partOf(attachment, path, network, folders))
  }
  return parts
}

async function partOf(
  attachment: InboundAttachment,
  path: string,
  { adapter }: AttachmentSource,
  { transcriber }: ReceivedFiles,
): Promise<ContentPart> {
  const { kind, mediaType, bytes = 0 } = attachment
  const describe = (what: string) => receivedText(attachment, what)
  if (!adapter.readAttachment || bytes > (adapter.limits.media?.maxInBytes ?? 0))
    return describe('it is too large to be read')
  try {
    const content = await adapter.readAttachment(attachment.id, { signal: AbortSignal.timeout(readMs(bytes)) })
    // The bytes determine the format: providers refuse other formats, and names and headers may be wrong.
    const picture = kind === 'image' ? imageKind(content) : undefined
    if (picture) return picturePart(content, picture)
    await storeReceived(content, path)
    const hearing = kind === 'voice' || kind === 'audio' ? transcriber() : undefined
    if (!hearing) return describe(`stored as ${path}`)
    const { transcript, problem } = await hear(hearing, { content, mediaType })
    if (kind === 'voice' && transcript) return { type: 'text', text: `[Voice message] ${transcript}` }
    return describe(`stored as ${path}; ${problem ?? `transcribed: ${transcript}`}`)
  } catch (error) {
    return describe(`it could not be read: ${describeError(error)}`)
  }
}

type Hearing = NonNullable<Runtime['transcriber']>
type Heard =
  | { readonly transcript: string; readonly problem?: never }
  | { readonly transcript?: never; readonly problem: string }

async function hear(hearing: Hearing, sound: Parameters<Hearing['transcribe']>[0]): Promise<Heard> {
  try {
    const transcript = await hearing.transcribe(sound, { signal: AbortSignal.timeout(hearMs) })
    return transcript === '' ? { problem: 'no speech was recognised' } : { transcript }
  } catch (error) {
    return { problem: `it could not be transcribed: ${describeError(error)}` }
  }
}
