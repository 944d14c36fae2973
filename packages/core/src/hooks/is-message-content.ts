import type { MessageContent } from '../contracts/model/message.js'
import { isRecord } from '../json/is-record.js'

/** Whether a value of unknown origin is valid message content. */
export function isMessageContent(value: unknown): value is MessageContent {
  return typeof value === 'string' || (Array.isArray(value) && value.every(isPart))
}

function isPart(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { type, text, image_url: image, file } = value
  if (type === 'text') return typeof text === 'string'
  if (type === 'image_url') return isRecord(image) && typeof image.url === 'string'
  return type === 'file' && isRecord(file) && typeof file.filename === 'string' && typeof file.file_data === 'string'
}
