import type { JsonObject, JsonValue } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { asList, asObject, parseObject } from '../json.js'

const fields: Readonly<Record<string, readonly string[]>> = {
  message: ['type', 'role', 'content', 'id', 'status', 'phase'],
  function_call: ['type', 'id', 'call_id', 'name', 'arguments', 'status'],
  function_call_output: ['type', 'id', 'call_id', 'output', 'status'],
  reasoning: ['type', 'id', 'summary', 'content', 'encrypted_content', 'status'],
}

const roles = ['user', 'assistant', 'system', 'developer']

/** Returns the type of an item, which messages may omit. */
export function typeOf(item: JsonObject): string {
  return item.type === undefined && item.role !== undefined ? 'message' : String(item.type)
}

/** Returns the problems of a single item. */
export function itemProblems(item: JsonObject, canDecrypt: (sealed: JsonValue | undefined) => boolean): string[] {
  const type = typeOf(item)
  const known = fields[type]
  if (!known) return [`unknown type ${JSON.stringify(type)}`]
  const unknown = Object.keys(item).filter((key) => !known.includes(key))
  return [...unknown.map((key) => `unknown field ${key} of ${type}`), ...problemsOf(type, item, canDecrypt)]
}

export function isToolName(name: JsonValue | undefined): boolean {
  return typeof name === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(name)
}

function problemsOf(type: string, item: JsonObject, canDecrypt: (sealed: JsonValue | undefined) => boolean): string[] {
  switch (type) {
    case 'message':
      return messageProblems(item)
    case 'function_call':
      return failed([
        [hasPrefix(item.id, 'fc'), `the id ${item.id} does not begin with fc`],
        [isCallId(item.call_id), 'call_id must have 1 to 64 characters'],
        [isToolName(item.name), `${JSON.stringify(item.name)} is not a tool name`],
        [typeof item.arguments === 'string' && !!parseObject(item.arguments), 'the arguments are not a JSON object'],
      ])
    case 'function_call_output':
      return [
        ...failed([[isCallId(item.call_id), 'call_id must have 1 to 64 characters']]),
        ...(typeof item.output === 'string' ? [] : partsProblems(item.output)),
      ]
    default:
      return failed([
        [typeof item.id === 'string' && hasPrefix(item.id, 'rs'), 'the id of reasoning does not begin with rs'],
        [Array.isArray(item.summary), 'summary must be a list'],
        [typeof item.encrypted_content === 'string', `${item.id} was not found: nothing is stored`],
        [canDecrypt(item.encrypted_content), `the encrypted content of ${item.id} could not be verified`],
      ])
  }
}

function messageProblems({ role, id, status, content }: JsonObject): string[] {
  if (!roles.includes(String(role))) return [`unknown role ${JSON.stringify(role)}`]
  if (id !== undefined) {
    const parts = asList(content).map(asObject)
    return failed([
      [role === 'assistant' && hasPrefix(id, 'msg'), `the id ${id} does not begin with msg`],
      [typeof status === 'string', 'a message with an id needs a status'],
      [parts.length > 0 && parts.every(isOutputText), 'the content of an answer must be output_text with a text'],
    ])
  }
  if (typeof content === 'string') return content === '' ? ['content is empty'] : []
  return role === 'assistant' ? ['an answer without id must be a text'] : partsProblems(content)
}

function isOutputText({ type, text, annotations }: JsonObject): boolean {
  return type === 'output_text' && typeof text === 'string' && text !== '' && Array.isArray(annotations)
}

function partsProblems(content: JsonValue | undefined): string[] {
  const parts = asList(content)
  return parts.length === 0 ? ['content is empty'] : parts.flatMap((part) => partProblems(asObject(part)))
}

function partProblems(part: JsonObject): string[] {
  switch (part.type) {
    case 'input_text':
      return failed([[typeof part.text === 'string' && part.text !== '', 'a text part has no text']])
    case 'input_image':
      return failed([
        [/^(https?:|data:image\/)/.test(String(part.image_url)), 'an image has no usable image_url'],
        [['auto', 'low', 'high', 'original'].includes(String(part.detail)), 'an image has no detail'],
      ])
    case 'input_file':
      return failed([
        [typeof part.filename === 'string' && part.filename !== '', 'a file has no name'],
        [/^data:[^,]*;base64,/.test(String(part.file_data)), 'a file has no data URL'],
      ])
    default:
      return [`unknown part ${JSON.stringify(isRecord(part) ? part.type : part)}`]
  }
}

function hasPrefix(id: JsonValue | undefined, prefix: string): boolean {
  return id === undefined || (typeof id === 'string' && id.startsWith(`${prefix}_`) && id.length <= 64)
}

function isCallId(id: JsonValue | undefined): boolean {
  return typeof id === 'string' && id.length >= 1 && id.length <= 64
}

function failed(checks: readonly (readonly [holds: boolean, problem: string])[]): string[] {
  return checks.filter(([holds]) => !holds).map(([, problem]) => problem)
}
