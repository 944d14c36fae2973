import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type ContentPart, describeError, type MessageContent } from '@hermes/core'
import type { InboundAttachment, InboundMessage } from '@hermes/core/platform'
import type { Runtime } from '@hermes/runtime'
import type { ChatNetwork } from '../network/chat-network.js'

/** What becomes of received files. */
export interface ReceivedFiles {
  /** The folder where they are stored. */
  readonly received: string
  /** What turns speech into text at the moment. */
  transcriber(): Runtime['transcriber']
}

const readMs = 60_000
/** Beyond the limit of the settings. */
const hearMs = 3_700_000

/** What a person wrote and attached, for the model: pictures as pictures, speech as text, other files by their path. */
export async function contentOf(
  message: InboundMessage,
  text: string,
  network: ChatNetwork,
  folders: ReceivedFiles,
): Promise<MessageContent> {
  if (message.attachments.length === 0) return text
  const parts: ContentPart[] = text === '' ? [] : [{ type: 'text', text }]
  for (const attachment of message.attachments) parts.push(await partOf(message, attachment, network, folders))
  return parts
}

async function partOf(
  { id }: InboundMessage,
  attachment: InboundAttachment,
  { name, adapter }: ChatNetwork,
  { received, transcriber }: ReceivedFiles,
): Promise<ContentPart> {
  const fileName = safeName(attachment.name)
  const describe = (what: string): ContentPart => ({
    type: 'text',
    text: `[${attachment.kind} "${fileName}": ${what}]`,
  })
  const max = adapter.limits.media?.maxInBytes ?? 0
  if (!adapter.readAttachment || (attachment.bytes ?? 0) > max) return describe('it is too large to be read')
  try {
    const content = await adapter.readAttachment(attachment.id, { signal: AbortSignal.timeout(readMs) })
    if (attachment.kind === 'image') {
      const url = `data:${attachment.mediaType};base64,${Buffer.from(content).toString('base64')}`
      return { type: 'image_url', image_url: { url } }
    }
    const folder = join(received, safeName(`${name}-${id}`))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, fileName)
    await writeFile(path, content, { mode: 0o600 })
    const stored = `stored as ${path}`
    const isSound = attachment.kind === 'voice' || attachment.kind === 'audio'
    const hearing = isSound ? transcriber() : undefined
    if (!hearing) return describe(stored)
    const said = await hear(hearing, { content, mediaType: attachment.mediaType })
    if (attachment.kind === 'voice' && said.text) return { type: 'text', text: `[Voice message] ${said.text}` }
    return describe(`${stored}; ${said.text ? `transcribed: ${said.text}` : said.reason}`)
  } catch (error) {
    return describe(`it could not be read: ${describeError(error)}`)
  }
}

type Hearing = NonNullable<Runtime['transcriber']>

interface Said {
  readonly text?: string
  readonly reason?: string
}

async function hear(hearing: Hearing, sound: Parameters<Hearing['transcribe']>[0]): Promise<Said> {
  try {
    const text = await hearing.transcribe(sound, { signal: AbortSignal.timeout(hearMs) })
    return text === '' ? { reason: 'nobody speaks in it' } : { text }
  } catch (error) {
    return { reason: `it could not be transcribed: ${describeError(error)}` }
  }
}

/** A name from the network as the name of a file. */
function safeName(name: string): string {
  const plain = basename(name)
    .replace(/[^\p{L}\p{N}._-]/gu, '_')
    .replace(/^\.+/, '_')
  return plain.slice(-100) || 'file'
}
