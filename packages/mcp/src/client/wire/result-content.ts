import type { ContentPart, MessageContent, ToolOutcome } from '@hermes/core'
import type { CallToolResult, ContentBlock, ReadResourceResult } from '@modelcontextprotocol/client'

/** Types of images that models can view. */
const shownImages = /^image\/(?:png|jpeg|gif|webp)$/

/** Maximum length of images in base64 characters. Longer ones are left out. */
const longestImage = 8_000_000

/** Converts the result of a call for the model. Images are kept; content that a model cannot read is named. */
export function toOutcome({ content = [], structuredContent, isError }: CallToolResult): ToolOutcome {
  const parts = content.map(toPart)
  const hasText = parts.some((part) => part.type === 'text' && part.text !== '')
  // Servers that send structured content should repeat it as text for models.
  if (structuredContent !== undefined && !hasText) parts.push(text(JSON.stringify(structuredContent)))
  return { content: toContent(parts), ...(isError === true && { isError }) }
}

/** Converts the contents of a resource. */
export function toResourceContent({ contents }: ReadResourceResult): MessageContent {
  return toContent(contents.map((resource) => toPart({ type: 'resource', resource })))
}

export function toPart(block: ContentBlock): ContentPart {
  switch (block.type) {
    case 'text':
      return text(block.text)
    case 'image':
      return toImage(block.mimeType, block.data)
    case 'audio':
      return text(`[audio of type ${block.mimeType}, which cannot be shown]`)
    case 'resource_link':
      return text(`[resource ${block.uri}: ${[block.name, block.description].filter(Boolean).join(', ')}]`)
    case 'resource': {
      const { resource } = block
      if ('text' in resource) return text(`${resource.uri}:\n${resource.text}`)
      const type = resource.mimeType ?? ''
      if (shownImages.test(type)) return toImage(type, resource.blob)
      return text(`[${resource.uri}, ${type || 'binary data'}, which cannot be shown]`)
    }
    default:
      return text('[content of an unknown kind]')
  }
}

function toImage(type: string, data: string): ContentPart {
  if (!shownImages.test(type)) return text(`[image of type ${type}, which cannot be shown]`)
  if (data.length > longestImage) return text('[an image that is too large to be shown]')
  return { type: 'image_url', image_url: { url: `data:${type};base64,${data}` } }
}

function text(value: string): ContentPart {
  return { type: 'text', text: value }
}

/** Joins the parts. Text alone becomes one string. */
function toContent(parts: readonly ContentPart[]): MessageContent {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  if (texts.length === parts.length) return texts.join('\n') || 'Done, without output.'
  return parts
}
