import type { JsonObject, JsonValue } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { asList, asObject } from '../json.js'
import { failed, isBase64, isName, isText } from './rules.js'
import { sealOf } from './seal.js'

const imageFormats = ['png', 'jpeg', 'gif', 'webp']
const documentFormats = ['pdf', 'csv', 'doc', 'docx', 'xls', 'xlsx', 'html', 'txt', 'md']

type Check = (value: JsonObject, issuer: string) => string[]

/** Block types by the role that may send them. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image', 'document', 'toolResult', 'cachePoint'],
  assistant: ['text', 'toolUse', 'reasoningContent', 'cachePoint'],
  toolResult: ['text', 'json', 'image', 'document'],
}

/**
 * Returns the problems of one block.
 * @param place The role of the message, or `toolResult`.
 */
export function blockProblems(block: JsonObject, place: JsonValue | undefined, issuer: string): string[] {
  const [kind = '', ...more] = Object.keys(block)
  if (more.length > 0) return [`a block has several kinds: ${[kind, ...more]}`]
  if (!kinds[String(place)]?.includes(kind)) return [`a block of the kind ${kind} may not stand in ${place}`]
  if (kind === 'text') return failed([[isText(block.text) || place === 'toolResult', 'a text is blank']])
  return checks[kind]?.(asObject(block[kind]), issuer) ?? []
}

const checks: Readonly<Record<string, Check>> = {
  image: ({ format, source }) =>
    failed([
      [imageFormats.includes(String(format)), `unknown image format ${format}`],
      [isBase64(asObject(source).bytes), 'an image has no bytes'],
    ]),
  document: ({ format, name, source }) =>
    failed([
      [documentFormats.includes(String(format)), `unknown document format ${format}`],
      [isDocumentName(name), `${JSON.stringify(name)} is not a document name`],
      [isBase64(asObject(source).bytes), 'a document has no bytes'],
    ]),
  toolUse: ({ toolUseId, name, input }) =>
    failed([
      [isName(toolUseId), `${JSON.stringify(toolUseId)} is not a call id`],
      [isName(name), `${JSON.stringify(name)} is not a tool name`],
      [isRecord(input), 'the input of a call is not a JSON object'],
    ]),
  toolResult: ({ toolUseId, content }, issuer) => [
    ...failed([
      [isName(toolUseId), `${JSON.stringify(toolUseId)} is not a call id`],
      [Array.isArray(content), 'a result has no content'],
    ]),
    ...asList(content).flatMap((part) => blockProblems(asObject(part), 'toolResult', issuer)),
  ],
  reasoningContent({ reasoningText, redactedContent }, issuer) {
    if (redactedContent !== undefined) return failed([[isBase64(redactedContent), 'redacted reasoning has no bytes']])
    const { text, signature } = asObject(reasoningText)
    return failed([[signature === sealOf(issuer, String(text)), 'Invalid `signature` in `thinking` block']])
  },
}

function isDocumentName(name: JsonValue | undefined): boolean {
  return typeof name === 'string' && /^[A-Za-z0-9 ()[\]-]{1,200}$/.test(name) && !name.includes('  ')
}
