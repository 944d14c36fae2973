import type { JsonObject, JsonValue } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { asList, asObject } from '../json.js'
import { blockProblems } from './blocks.js'
import { cachePointProblems } from './cache.js'
import { orderProblems } from './order.js'
import { failed, isName, isText, isWellFormed } from './rules.js'

const fields = [
  'additionalModelRequestFields',
  'additionalModelResponseFieldPaths',
  'guardrailConfig',
  'inferenceConfig',
  'messages',
  'outputConfig',
  'performanceConfig',
  'promptVariables',
  'requestMetadata',
  'serviceTier',
  'system',
  'toolConfig',
]

/**
 * Returns problems that the Converse API would reject with its strictest model: unknown fields, invalid or misplaced
 * blocks, empty texts, unpaired calls and results, invalid names and ids, reasoning with a wrong signature, misplaced
 * cache points, malformed Unicode.
 */
export function converseProblems(body: JsonObject, issuer: string): readonly string[] {
  const messages = asList(body.messages).map(asObject)
  const tools = asList(asObject(body.toolConfig).tools).map(asObject)
  return [
    ...Object.keys(body)
      .filter((key) => !fields.includes(key))
      .map((key) => `extraneous key ${key} is not permitted`),
    ...settingProblems(body),
    ...asList(body.system).map(asObject).flatMap(systemProblems),
    ...tools.flatMap((tool, index) => toolProblems(tool).map((problem) => `toolConfig.tools[${index}]: ${problem}`)),
    ...messages.flatMap((message, index) =>
      messageProblems(message, issuer).map((problem) => `messages[${index}]: ${problem}`),
    ),
    ...orderProblems(messages, tools.length > 0),
    ...cachePointProblems(body),
    ...(isWellFormed(body) ? [] : ['the request is not well-formed Unicode']),
  ]
}

function settingProblems({ messages, system, toolConfig, inferenceConfig }: JsonObject): string[] {
  const { maxTokens } = asObject(inferenceConfig)
  return failed([
    [asList(messages).length > 0, 'messages: must be a non-empty list'],
    [system === undefined || asList(system).length > 0, 'system: is empty'],
    [toolConfig === undefined || asList(asObject(toolConfig).tools).length > 0, 'toolConfig: has no tools'],
    [inferenceConfig === undefined || isRecord(inferenceConfig), 'inferenceConfig: must be an object'],
    [maxTokens === undefined || (Number.isInteger(maxTokens) && Number(maxTokens) > 0), 'maxTokens: must be 1 or more'],
  ])
}

function systemProblems(block: JsonObject): string[] {
  return 'cachePoint' in block ? [] : failed([[isText(block.text), 'system: a text is blank']])
}

function toolProblems(tool: JsonObject): string[] {
  if ('cachePoint' in tool) return []
  const { name, description, inputSchema } = asObject(tool.toolSpec)
  return failed([
    [isName(name), `${JSON.stringify(name)} is not a tool name`],
    [description === undefined || isText(description), 'a description is empty'],
    [asObject(asObject(inputSchema).json).type === 'object', 'inputSchema.json must be an object schema'],
  ])
}

function messageProblems({ role, content, ...others }: JsonObject, issuer: string): string[] {
  const blocks = asList(content).map(asObject)
  const has = (kind: string) => blocks.some((block) => kind in block)
  return [
    ...failed([
      [role === 'user' || role === 'assistant', `unknown role ${JSON.stringify(role)}`],
      [Object.keys(others).length === 0, `extraneous keys ${Object.keys(others)}`],
      [blocks.length > 0, 'content is empty'],
      [!has('document') || has('text'), 'a document without a text'],
      [!isThought(blocks.at(-1)), 'the last block is reasoning'],
    ]),
    ...blocks.flatMap((block) => blockProblems(block, role, issuer)),
  ]
}

function isThought(block: JsonValue | undefined): boolean {
  return 'reasoningContent' in asObject(block)
}
