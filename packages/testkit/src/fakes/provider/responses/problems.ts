import type { JsonObject, JsonValue } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { asList, asObject } from '../json.js'
import { isToolName, itemProblems } from './items.js'
import { orderProblems } from './order.js'
import type { Seal } from './seal.js'

const fields = [
  'include',
  'input',
  'instructions',
  'max_output_tokens',
  'metadata',
  'model',
  'parallel_tool_calls',
  'prompt_cache_key',
  'prompt_cache_retention',
  'reasoning',
  'safety_identifier',
  'service_tier',
  'store',
  'stream',
  'temperature',
  'text',
  'tool_choice',
  'tools',
  'top_p',
  'truncation',
]

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
const summaries = ['auto', 'concise', 'detailed']

/**
 * Returns problems that the Responses API would reject from a client without storage: unknown fields, references to
 * stored items, unpaired calls and results, invalid or duplicate ids, reasoning that cannot be decrypted or has no
 * following item, malformed Unicode.
 */
export function responsesProblems(body: JsonObject, seal: Seal): readonly string[] {
  const input = asList(body.input).map(asObject)
  const model = String(body.model ?? '')
  return [
    ...Object.keys(body)
      .filter((key) => !fields.includes(key))
      .map((key) => `unknown parameter ${key}`),
    ...settingProblems(body),
    ...(input.length === 0 ? ['input: must be a non-empty list'] : []),
    ...input.flatMap((item, index) =>
      itemProblems(item, (sealed) => seal.opens(sealed, model)).map((problem) => `input[${index}]: ${problem}`),
    ),
    ...orderProblems(input),
    ...asList(body.tools).flatMap((tool, index) =>
      toolProblems(asObject(tool)).map((problem) => `tools[${index}]: ${problem}`),
    ),
    ...(isWellFormed(body) ? [] : ['the request is not well-formed Unicode']),
  ]
}

function settingProblems(body: JsonObject): string[] {
  const { model, store, instructions, max_output_tokens: limit, prompt_cache_key: key } = body
  const { effort = 'low', summary = 'auto' } = asObject(body.reasoning)
  const checks: readonly (readonly [boolean, string])[] = [
    [typeof model === 'string' && model !== '', 'model: must be a name'],
    [store === false, 'store: must be false, nothing is stored here'],
    [instructions === undefined || (typeof instructions === 'string' && instructions !== ''), 'instructions: is empty'],
    [limit === undefined || (Number.isInteger(limit) && Number(limit) >= 16), 'max_output_tokens: must be 16 or more'],
    [key === undefined || (typeof key === 'string' && key !== '' && key.length <= 64), 'prompt_cache_key: too long'],
    [body.reasoning === undefined || isRecord(body.reasoning), 'reasoning: must be an object'],
    [efforts.includes(String(effort)), `reasoning.effort: unknown ${JSON.stringify(effort)}`],
    [summaries.includes(String(summary)), `reasoning.summary: unknown ${JSON.stringify(summary)}`],
  ]
  return checks.filter(([holds]) => !holds).map(([, problem]) => problem)
}

function toolProblems({ type, name, parameters, strict }: JsonObject): string[] {
  const checks: readonly (readonly [boolean, string])[] = [
    [type === 'function', `unknown type ${JSON.stringify(type)}`],
    [isToolName(name), `${JSON.stringify(name)} is not a tool name`],
    [asObject(parameters).type === 'object', 'parameters must be an object schema'],
    // If it is omitted, the API forces strict mode.
    [strict === false, 'strict must be false: the schema is not written for strict mode'],
  ]
  return checks.filter(([holds]) => !holds).map(([, problem]) => problem)
}

function isWellFormed(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (Array.isArray(value)) return value.every(isWellFormed)
  return !isRecord(value) || Object.values(value).every(isWellFormed)
}
