import type { JsonObject, JsonValue } from '@hermes/core'
import { asList, asObject } from '../json.js'
import { blockProblems } from './blocks.js'

const knownFields = [
  'cache_control',
  'max_tokens',
  'messages',
  'metadata',
  'model',
  'output_config',
  'service_tier',
  'speed',
  'stop_sequences',
  'stream',
  'system',
  'temperature',
  'thinking',
  'tool_choice',
  'tools',
  'top_k',
  'top_p',
]

/** Returns the fake signature of a thinking block, bound to its text and the model. */
export function signatureOf(thinking: string, body: JsonObject): string {
  return Buffer.from(`${String(body.model)}\n${thinking}`).toString('base64')
}

/**
 * Returns problems that the Messages API, or the strictest server that imitates it, would reject: unknown fields,
 * broken alternation, calls without results directly after them and vice versa, empty texts, changed thinking blocks,
 * too many cache markers.
 */
export function anthropicProblems(body: JsonObject): readonly string[] {
  const messages = asList(body.messages).map(asObject)
  if (messages.length === 0) return ['messages: must be a non-empty list']
  return [
    ...Object.keys(body)
      .filter((key) => !knownFields.includes(key))
      .map((key) => `${key}: Extra inputs are not permitted`),
    ...settingProblems(body),
    ...orderProblems(messages),
    ...messages.flatMap((message, index) => messageProblems(message, index, body)),
    ...pairProblems(messages),
    ...toolProblems(body, messages),
    ...thinkingProblems(body, messages),
    ...markProblems(body),
    ...(wellFormed(body) ? [] : ['the request is not well-formed Unicode']),
  ]
}

function settingProblems({ max_tokens: maxTokens, model, system, stream }: JsonObject): string[] {
  const problems: string[] = []
  if (typeof maxTokens !== 'number' || !Number.isInteger(maxTokens) || maxTokens < 1) {
    problems.push('max_tokens: Field required')
  }
  if (typeof model !== 'string' || model === '') problems.push('model: Field required')
  if (stream !== undefined && typeof stream !== 'boolean') problems.push('stream: must be true or false')
  for (const block of asList(system).map(asObject)) {
    if (typeof block.text !== 'string' || block.text.trim() === '') problems.push('system: text must not be empty')
  }
  return problems
}

function orderProblems(messages: readonly JsonObject[]): string[] {
  const problems: string[] = []
  messages.forEach(({ role }, index) => {
    if (role !== 'user' && role !== 'assistant') problems.push(`messages.${index}: unknown role ${String(role)}`)
    if (messages[index - 1]?.role === role) problems.push(`messages.${index}: two ${String(role)} messages in a row`)
  })
  if (messages[0]?.role !== 'user') problems.push('messages: first message must use the "user" role')
  if (messages.at(-1)?.role !== 'user') problems.push('messages: this model does not support assistant message prefill')
  return problems
}

function messageProblems(message: JsonObject, index: number, body: JsonObject): string[] {
  const role = String(message.role)
  const unknown = Object.keys(message).filter((key) => key !== 'role' && key !== 'content')
  const blocks = blocksOf(message)
  const problems = unknown.map((key) => `${key}: Extra inputs are not permitted`)
  if (blocks.length === 0) problems.push('all messages must have non-empty content')
  const last = blocks.at(-1)
  if (isThought(last)) problems.push('the final block in an assistant message cannot be `thinking`')
  const all = [
    ...problems,
    ...blocks.flatMap((block) => [...blockProblems(block, role), ...signatureProblems(block, body)]),
  ]
  return all.map((problem) => `messages.${index}: ${problem}`)
}

function signatureProblems(block: JsonObject, body: JsonObject): string[] {
  if (block.type !== 'thinking') return []
  const isGenuine = block.signature === signatureOf(String(block.thinking), body)
  return isGenuine ? [] : ['Invalid `signature` in `thinking` block']
}

/** Checks that every call has its result in the next message, where results come first. */
function pairProblems(messages: readonly JsonObject[]): string[] {
  const seen = new Set<string>()
  return messages.flatMap((message, index) => {
    const problems: string[] = []
    const calls = blocksOf(message).filter((block) => block.type === 'tool_use')
    for (const { id } of calls) {
      if (seen.has(String(id))) problems.push('`tool_use` ids must be unique')
      seen.add(String(id))
    }
    const made = blocksOf(messages[index - 1]).filter((block) => block.type === 'tool_use')
    const answered = blocksOf(message).filter((block) => block.type === 'tool_result')
    const open = new Set(made.map(({ id }) => id))
    for (const { tool_use_id: id } of answered) {
      if (!open.delete(id)) problems.push(`unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(id)}`)
    }
    if (open.size > 0) problems.push('`tool_use` ids were found without `tool_result` blocks immediately after')
    const begin = blocksOf(message).slice(0, answered.length)
    if (begin.some((block) => block.type !== 'tool_result')) problems.push('`tool_result` blocks must come first')
    return problems.map((problem) => `messages.${index}: ${problem}`)
  })
}

function toolProblems(body: JsonObject, messages: readonly JsonObject[]): string[] {
  const tools = asList(body.tools).map(asObject)
  const problems = tools.flatMap(({ name, input_schema: schema }, index) => [
    ...(/^[A-Za-z0-9_-]{1,64}$/.test(String(name))
      ? []
      : [`tools.${index}.name: ${JSON.stringify(name)} is not a name`]),
    ...(asObject(schema).type === 'object' ? [] : [`tools.${index}.input_schema.type: must be "object"`]),
  ])
  if (new Set(tools.map(({ name }) => name)).size < tools.length) problems.push('tools: Tool names must be unique')
  const used = messages.flatMap(blocksOf).some((block) => block.type === 'tool_use' || block.type === 'tool_result')
  if (used && tools.length === 0) problems.push('requests which include `tool_use` or `tool_result` must define tools')
  if ('tools' in body && tools.length === 0) problems.push('tools: must not be empty')
  return problems
}

/** Checks that an answer with calls contains the thinking blocks if there is a thinking budget. */
function thinkingProblems(body: JsonObject, messages: readonly JsonObject[]): string[] {
  const { type, budget_tokens: budget } = asObject(body.thinking)
  if (type !== 'enabled') return []
  const problems: string[] = []
  if (typeof budget !== 'number' || budget < 1024) problems.push('thinking.budget_tokens: must be at least 1024')
  if (Number(budget) >= Number(body.max_tokens))
    problems.push('`max_tokens` must be greater than `thinking.budget_tokens`')
  const isLoop = blocksOf(messages.at(-1)).some((block) => block.type === 'tool_result')
  const answer = messages.findLast((message) => message.role === 'assistant')
  if (isLoop && !isThought(blocksOf(answer)[0])) {
    problems.push('Expected `thinking` or `redacted_thinking`, but found `tool_use`')
  }
  return problems
}

function markProblems(body: JsonObject): string[] {
  const content = asList(body.messages).map(asObject).flatMap(blocksOf)
  const marked = [...asList(body.tools).map(asObject), ...asList(body.system).map(asObject), ...content].filter(
    (block) => 'cache_control' in block,
  )
  const problems =
    marked.length > 4 ? [`A maximum of 4 blocks with cache_control may be provided. Found ${marked.length}.`] : []
  for (const block of marked) {
    const { type, ttl = '5m' } = asObject(block.cache_control)
    if (type !== 'ephemeral' || (ttl !== '5m' && ttl !== '1h')) problems.push('cache_control: not a known kind')
    if (isThought(block)) problems.push('cache_control cannot be set for thinking blocks')
  }
  return problems
}

function blocksOf(message: JsonObject | undefined): readonly JsonObject[] {
  const content = message?.content
  if (typeof content === 'string') return content.trim() === '' ? [] : [{ type: 'text', text: content }]
  return asList(content).map(asObject)
}

function isThought(block: JsonObject | undefined): boolean {
  return block?.type === 'thinking' || block?.type === 'redacted_thinking'
}

function wellFormed(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && wellFormed(item))
}
