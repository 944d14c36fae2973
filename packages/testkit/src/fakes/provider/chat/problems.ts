import type { JsonObject, JsonValue } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { asList, asObject, parseObject } from '../json.js'

const fields: Readonly<Record<string, readonly string[]>> = {
  system: ['role', 'content', 'name'],
  developer: ['role', 'content', 'name'],
  user: ['role', 'content', 'name'],
  assistant: ['role', 'content', 'name', 'refusal', 'tool_calls', 'reasoning_content', 'reasoning_details'],
  tool: ['role', 'content', 'name', 'tool_call_id'],
}

/**
 * Returns problems that the strictest chat completions provider would reject: unknown fields, broken alternation,
 * unpaired calls and results, arguments that are not a JSON object, empty contents, invalid URLs.
 */
export function chatProblems(body: JsonObject): readonly string[] {
  if (!Array.isArray(body.messages) || body.messages.length === 0) return ['messages: must be a non-empty list']
  const messages = asList(body.messages).map(asObject)
  return [
    ...messages.flatMap((message, index) =>
      messageProblems(message).map((problem) => `messages[${index}]: ${problem}`),
    ),
    ...orderProblems(messages),
    ...asList(body.tools).flatMap((tool, index) => toolProblems(tool).map((problem) => `tools[${index}]: ${problem}`)),
  ]
}

function messageProblems(message: JsonObject): string[] {
  const known = fields[String(message.role)]
  if (!known) return [`unknown role ${JSON.stringify(message.role)}`]
  const unknown = Object.keys(message).filter((key) => !known.includes(key))
  const calls = asList(message.tool_calls).map(asObject)
  const problems = unknown.map((key) => `unknown field ${key}`)
  if ('tool_calls' in message && calls.length === 0) problems.push('tool_calls must not be empty')
  if (message.role !== 'tool' && calls.length === 0 && isEmpty(message.content)) problems.push('content is empty')
  if (message.role === 'tool' && hasPicture(message.content)) problems.push('a tool result may hold text only')
  return [...problems, ...contentProblems(message.content), ...calls.flatMap(callProblems)]
}

function isEmpty(content: JsonValue | undefined): boolean {
  return content === undefined || content === null || content === '' || (Array.isArray(content) && content.length === 0)
}

function hasPicture(content: JsonValue | undefined): boolean {
  return asList(content).some((part) => asObject(part).type !== 'text')
}

function contentProblems(content: JsonValue | undefined): string[] {
  if (content === undefined || content === null) return []
  if (typeof content === 'string') return content.isWellFormed() ? [] : ['content is not well-formed Unicode']
  if (!Array.isArray(content)) return ['content must be a text or a list of parts']
  return asList(content).map(asObject).flatMap(partProblems)
}

function partProblems(part: JsonObject): string[] {
  switch (part.type) {
    case 'text':
      return typeof part.text === 'string' && part.text !== '' ? [] : ['a text part has no text']
    case 'image_url':
      return /^(https?:|data:image\/)/.test(String(asObject(part.image_url).url)) ? [] : ['an image has no usable url']
    case 'file':
      return isRecord(part.file) ? [] : ['a file part has no file']
    default:
      return [`unknown part ${JSON.stringify(part.type)}`]
  }
}

function callProblems(call: JsonObject): string[] {
  const { name, arguments: text } = asObject(call.function)
  const problems: string[] = []
  if (typeof call.id !== 'string' || call.id === '') problems.push('a tool call has no id')
  if (call.type !== 'function') problems.push('a tool call has no type')
  if (!isName(name)) problems.push(`${JSON.stringify(name)} is not a tool name`)
  if (typeof text !== 'string' || !parseObject(text))
    problems.push('the arguments of a tool call are not a JSON object')
  return problems
}

function toolProblems(tool: JsonValue): string[] {
  const { name, parameters } = asObject(asObject(tool).function)
  const problems = isName(name) ? [] : [`${JSON.stringify(name)} is not a tool name`]
  return asObject(parameters).type === 'object' ? problems : [...problems, 'parameters must be an object schema']
}

function isName(name: JsonValue | undefined): boolean {
  return typeof name === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(name)
}

function orderProblems(messages: readonly JsonObject[]): string[] {
  const problems: string[] = []
  const open = new Set<string>()
  let previous: JsonObject | undefined
  const refuse = (index: number, problem: string) => problems.push(`messages[${index}]: ${problem}`)
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (!open.delete(String(message.tool_call_id))) refuse(index, `no call with the id ${message.tool_call_id}`)
    } else {
      if (open.size > 0) refuse(index, `the calls ${[...open].join(', ')} have no result`)
      open.clear()
      if (isRepeated(previous, message)) refuse(index, `two ${message.role} messages in a row`)
      if (isSystem(message) && previous && !isSystem(previous))
        refuse(index, 'a system message after the conversation began')
      for (const id of callIds(message)) {
        if (open.has(id)) refuse(index, `two calls have the id ${id}`)
        open.add(id)
      }
    }
    previous = message
  }
  if (open.size > 0) refuse(messages.length - 1, `the calls ${[...open].join(', ')} have no result`)
  if (previous?.role === 'assistant')
    refuse(messages.length - 1, 'an assistant message is last: there is nothing to answer')
  return problems
}

function isRepeated(previous: JsonObject | undefined, message: JsonObject): boolean {
  return previous?.role === message.role && (message.role === 'user' || message.role === 'assistant')
}

function isSystem(message: JsonObject): boolean {
  return message.role === 'system' || message.role === 'developer'
}

function callIds(message: JsonObject): string[] {
  return asList(message.tool_calls).map((call) => String(asObject(call).id))
}
