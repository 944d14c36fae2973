import type { JsonObject } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { asList, asObject } from '../json.js'

interface BlockRule {
  /** The roles whose messages may contain the block; `result`: inside a tool result. */
  readonly places: readonly string[]
  readonly fields: readonly string[]
  problems(block: JsonObject): readonly string[]
}

const rules: Readonly<Record<string, BlockRule>> = {
  text: {
    places: ['user', 'assistant', 'result'],
    fields: ['text', 'citations'],
    problems: ({ text }) => (isBlank(text) ? ['text content blocks must contain non-whitespace text'] : []),
  },
  image: { places: ['user', 'result'], fields: ['source'], problems: ({ source }) => imageProblems(asObject(source)) },
  document: {
    places: ['user', 'result'],
    fields: ['source', 'title', 'context', 'citations'],
    problems: ({ source, title }) => [
      ...documentProblems(asObject(source)),
      ...(title !== undefined && isBlank(title) ? ['title: must not be empty'] : []),
    ],
  },
  tool_use: { places: ['assistant'], fields: ['id', 'name', 'input'], problems: callProblems },
  tool_result: { places: ['user'], fields: ['tool_use_id', 'content', 'is_error'], problems: resultProblems },
  thinking: { places: ['assistant'], fields: ['thinking', 'signature'], problems: () => [] },
  redacted_thinking: {
    places: ['assistant'],
    fields: ['data'],
    problems: ({ data }) => (isBlank(data) ? ['data: must not be empty'] : []),
  },
}

/** Returns the problems of one content block at its place. */
export function blockProblems(block: JsonObject, place: string): readonly string[] {
  const type = String(block.type)
  const rule = rules[type]
  if (!rule) return [`unknown block ${JSON.stringify(block.type)}`]
  const known = ['type', 'cache_control', ...rule.fields]
  return [
    ...(rule.places.includes(place) ? [] : [`a ${type} block may not stand in ${place} content`]),
    ...Object.keys(block)
      .filter((key) => !known.includes(key))
      .map((key) => `${type}.${key}: Extra inputs are not permitted`),
    ...rule.problems(block),
  ]
}

function imageProblems({ type, media_type: mediaType, data, url }: JsonObject): string[] {
  if (type === 'url') return /^https:\/\//.test(String(url)) ? [] : ['Only HTTPS URLs are supported']
  if (type !== 'base64') return ['an image has no known source']
  const isKnown = /^image\/(jpeg|png|gif|webp)$/.test(String(mediaType))
  return [...(isKnown ? [] : [`${String(mediaType)} is not a readable image`]), ...base64Problems(String(data))]
}

function documentProblems({ type, media_type: mediaType, data }: JsonObject): string[] {
  if (type === 'base64' && mediaType === 'application/pdf') return base64Problems(String(data))
  if (type === 'text' && mediaType === 'text/plain') return isBlank(data) ? ['a document is empty'] : []
  return ['a document has no known source']
}

function base64Problems(data: string): string[] {
  const isBase64 = data !== '' && data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data)
  return isBase64 ? [] : ['data: not valid base64']
}

function callProblems({ id, name, input }: JsonObject): string[] {
  return [
    ...(/^[A-Za-z0-9_-]+$/.test(String(id)) ? [] : ["tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"]),
    ...(/^[A-Za-z0-9_-]{1,64}$/.test(String(name)) ? [] : [`tool_use.name: ${JSON.stringify(name)} is not a name`]),
    ...(isRecord(input) ? [] : ['tool_use.input: Input should be a valid dictionary']),
  ]
}

function resultProblems({ content }: JsonObject): readonly string[] {
  if (content === undefined) return []
  if (typeof content === 'string') return isBlank(content) ? ['tool_result.content: must not be blank'] : []
  if (!Array.isArray(content) || content.length === 0) return ['tool_result.content: must be a text or blocks']
  return asList(content)
    .map(asObject)
    .flatMap((block) => blockProblems(block, 'result'))
}

function isBlank(text: unknown): boolean {
  return typeof text !== 'string' || text.trim() === ''
}
