import { existsSync, realpathSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join, resolve, sep } from 'node:path'
import { type ContentPart, describeError, type MessageContent } from '@hermes/core'
import type { InboundAttachment, InboundMessage, MediaKind } from '@hermes/core/platform'
import type { ChatNetwork } from '../network/chat-network.js'
import type { OutboundPath } from '../network/payload.js'

export interface MediaFolders {
  /** Where received files are kept. */
  readonly received: string
  readonly workingDirectory: string
  /** Nothing is sent from here. */
  readonly home: string
}

const readMs = 60_000

/** What a person wrote and attached, for the model: pictures as pictures, other files by their path. */
export async function contentOf(
  message: InboundMessage,
  text: string,
  network: ChatNetwork,
  folders: Pick<MediaFolders, 'received'>,
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
  { received }: Pick<MediaFolders, 'received'>,
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
    return describe(`stored as ${path}`)
  } catch (error) {
    return describe(`it could not be read: ${describeError(error)}`)
  }
}

/** A name from the network as the name of a file. */
function safeName(name: string): string {
  const plain = basename(name)
    .replace(/[^\p{L}\p{N}._-]/gu, '_')
    .replace(/^\.+/, '_')
  return plain.slice(-100) || 'file'
}

/** An answer without the lines `MEDIA:/path`, and the files that they name. */
export function takeFiles(
  text: string,
  folders: Omit<MediaFolders, 'received'>,
): { readonly text: string; readonly files: readonly OutboundPath[] } {
  const files: OutboundPath[] = []
  const lines = text.split('\n').filter((line) => {
    const [, path] = /^\s*MEDIA:(\S[^\n]*)$/.exec(line) ?? []
    const file = path === undefined ? undefined : fileAt(path.trim(), folders)
    if (file) files.push(file)
    return file === undefined
  })
  return { text: lines.join('\n'), files }
}

/** Only files of the working folder and of temporary folders leave the machine. */
function fileAt(given: string, { workingDirectory, home }: Omit<MediaFolders, 'received'>): OutboundPath | undefined {
  const path = resolve(workingDirectory, given)
  if (!existsSync(path)) return undefined
  const real = realpathSync(path)
  const isWithin = (folder: string) => existsSync(folder) && `${real}${sep}`.startsWith(`${realpathSync(folder)}${sep}`)
  const isOpen = (isWithin(workingDirectory) || isWithin(tmpdir())) && !isWithin(home)
  if (!isOpen || !statSync(real).isFile()) return undefined
  return { path: real, ...typeOf(extname(real).toLowerCase()) }
}

const types: Readonly<Record<string, readonly [MediaKind, string]>> = {
  '.png': ['image', 'image/png'],
  '.jpg': ['image', 'image/jpeg'],
  '.jpeg': ['image', 'image/jpeg'],
  '.webp': ['image', 'image/webp'],
  '.gif': ['image', 'image/gif'],
  '.mp3': ['audio', 'audio/mpeg'],
  '.m4a': ['audio', 'audio/mp4'],
  '.wav': ['audio', 'audio/wav'],
  '.ogg': ['voice', 'audio/ogg'],
  '.opus': ['voice', 'audio/ogg'],
  '.mp4': ['video', 'video/mp4'],
  '.webm': ['video', 'video/webm'],
}

function typeOf(extension: string): Pick<OutboundPath, 'kind' | 'mediaType'> {
  const [kind, mediaType] = types[extension] ?? ['document', 'application/octet-stream']
  return { kind, mediaType }
}
