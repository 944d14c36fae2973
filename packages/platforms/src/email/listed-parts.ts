import type { MessageStructureObject } from 'imapflow'
import { defaultName, isFileType } from './file-type.js'
import type { MailAttachment } from './mail.js'

/** Returns the files of a mail as the server lists its parts, without their content. */
export function listedParts(structure: MessageStructureObject | undefined): readonly MailAttachment[] {
  if (!structure) return []
  if (structure.childNodes) return structure.childNodes.flatMap(listedParts)
  const { part = '1', type, parameters, disposition, dispositionParameters, size = 0, encoding } = structure
  if (!isFileType(type) || (isText(type) && disposition !== 'attachment')) return []
  const name = dispositionParameters?.filename ?? parameters?.name ?? defaultName(type)
  return [{ id: `part${part}`, name, mediaType: type, bytes: decodedSize(size, encoding) }]
}

function isText(type: string): boolean {
  return type === 'text/plain' || type === 'text/html'
}

/** Estimates the decoded size. Base64 turns 57 bytes into 78, including the line break. */
function decodedSize(size: number, encoding: string | undefined): number {
  return encoding?.toLowerCase() === 'base64' ? Math.floor((size * 57) / 78) : size
}
