import {
  type ContentOrigin,
  type ContentPart,
  HermesError,
  type JsonValue,
  type MessageContent,
  type Tool,
  type ToolOutcome,
} from '@hermes/core'
import { originKinds } from '@hermes/core/origins'
import { parseJson } from '@hermes/core/wiring'
import { isRecord } from '@hermes/safety'
import { fenceResult } from '../shared/fence-untrusted.js'

/**
 * Validates the return value of a tool. Tools may be written in plain JavaScript, and an invalid value must not reach
 * the history.
 *
 * @throws {HermesError} `tool/no-output` when there is no valid content.
 */
export function toOutcome(tool: Tool, output: unknown): ToolOutcome {
  const given = typeof output === 'string' ? { content: output } : isRecord(output) ? output : {}
  const content = toContent(given.content)
  if (content === undefined) throw new HermesError('tool/no-output', `"${tool.name}" ended without a result.`)
  const display = toJson(given.display)
  const origins = Array.isArray(given.origins) ? given.origins.filter(isOrigin) : []
  return {
    content: tool.isUntrusted ? fenceResult(content, tool.name) : content,
    ...(given.isError === true && { isError: true }),
    ...(display !== undefined && { display }),
    ...toAmount(given.amount),
    ...(origins.length > 0 && { origins }),
  }
}

function isOrigin(value: unknown): value is ContentOrigin {
  if (!isRecord(value)) return false
  const { kind, name } = value
  return originKinds.some((known) => known === kind) && (name === undefined || typeof name === 'string')
}

function toAmount(amount: unknown): Pick<ToolOutcome, 'amount'> {
  if (!isRecord(amount)) return {}
  const { count, unit } = amount
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0) return {}
  return typeof unit === 'string' && /^[a-z]{1,30}$/.test(unit) ? { amount: { count, unit } } : {}
}

function toContent(content: unknown): MessageContent | undefined {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  const parts = content.map(toPart).filter((part) => part !== undefined)
  return parts.length === content.length ? parts : undefined
}

function toPart(part: unknown): ContentPart | undefined {
  if (!isRecord(part)) return undefined
  const { type, text, image_url: image, file } = part
  if (type === 'text' && typeof text === 'string') return { type, text }
  if (type === 'image_url' && isRecord(image) && typeof image.url === 'string') {
    const detail = details.find((known) => known === image.detail)
    return { type, image_url: { url: image.url, ...(detail && { detail }) } }
  }
  if (type !== 'file' || !isRecord(file)) return undefined
  const { filename, file_data } = file
  return typeof filename === 'string' && typeof file_data === 'string'
    ? { type, file: { filename, file_data } }
    : undefined
}

const details = ['auto', 'low', 'high'] as const

/** Drops values that are not JSON, because they could not be sent to another machine or redacted. */
function toJson(value: unknown): JsonValue | undefined {
  if (value === undefined) return undefined
  try {
    const text: string | undefined = JSON.stringify(value)
    return text === undefined ? undefined : parseJson(text)
  } catch {
    return undefined
  }
}
