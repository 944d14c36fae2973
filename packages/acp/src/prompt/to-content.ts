import type { ContentBlock, EmbeddedResource, ResourceLink } from '@agentclientprotocol/sdk/unstable'
import type { ContentPart, MessageContent } from '@hermes/core'
import { pathOfUri } from '../updates/file-uri.js'

/** Maximum length of embedded texts in characters. Longer ones are cut. */
const maxResourceChars = 512 * 1024

/** Converts the blocks of a prompt to the content of a message: one text unless there are images. */
export function toContent(blocks: readonly ContentBlock[]): MessageContent {
  const parts = joinTexts(blocks.map(toPart))
  const [only] = parts
  if (only === undefined) return ''
  return parts.length === 1 && only.type === 'text' ? only.text : parts
}

function toPart(block: ContentBlock): ContentPart {
  switch (block.type) {
    case 'text':
      return text(block.text)
    case 'image':
      return image(block.mimeType, block.data)
    case 'audio':
      return text(`[${block.mimeType}: audio is not supported and was left out]`)
    case 'resource_link':
      return text(link(block))
    case 'resource':
      return embedded(block)
  }
}

/** Formats a link. The agent reads the file with its own tools. */
function link({ uri, name }: ResourceLink): string {
  return `[@${name}](${pathOfUri(uri) ?? uri})`
}

function embedded({ resource }: EmbeddedResource): ContentPart {
  const name = pathOfUri(resource.uri) ?? resource.uri
  if ('text' in resource) return text(`\n<resource path=${JSON.stringify(name)}>\n${cut(resource.text)}\n</resource>\n`)
  if (resource.mimeType?.startsWith('image/')) return image(resource.mimeType, resource.blob)
  return text(`[${name}: its type ${resource.mimeType ?? 'is unknown and'} cannot be read here]`)
}

function cut(content: string): string {
  if (content.length <= maxResourceChars) return content
  const left = content.length - maxResourceChars
  return `${content.slice(0, maxResourceChars).toWellFormed()}\n[cut here: ${left} more characters]`
}

function text(content: string): ContentPart {
  return { type: 'text', text: content }
}

function image(mimeType: string, data: string): ContentPart {
  return { type: 'image_url', image_url: { url: `data:${mimeType};base64,${data}` } }
}

/** Joins texts, because editors split a sentence at each mention of a file. */
function joinTexts(parts: readonly ContentPart[]): readonly ContentPart[] {
  const joined: ContentPart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (part.type === 'text' && last?.type === 'text') joined[joined.length - 1] = text(last.text + part.text)
    else joined.push(part)
  }
  return joined
}
