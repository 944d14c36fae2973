import type {
  ContentOrigin,
  ContentPart,
  JsonObject,
  JsonValue,
  Message,
  MessageContent,
  SessionSeed,
} from '@hermes/core'
import { parseOrigins } from '@hermes/core/origins'
import { readModelChoice } from '@hermes/core/sessions'
import { isRecord } from '@hermes/core/wiring'
import type { QueuedInput } from '../../contracts/conversation-state.js'
import type { Person } from '../../contracts/person.js'

/** An input as stored in the queue. */
export interface KeptInput {
  readonly input: QueuedInput
  /** For a conversation that is stored with this input's turn. */
  readonly seed?: SessionSeed
  /** Whether the input was a steer for the running turn: the model may have read it. */
  readonly isSteer?: boolean
}

export function toPayload({ input: { id, content, by, atMs, origins, model }, seed, isSteer }: KeptInput): JsonValue {
  return toJson({ id, content, by, atMs, origins, model, seed, isSteer })
}

/** Parses a stored input. Returns `undefined` for an unknown format. */
export function fromPayload(payload: JsonValue): KeptInput | undefined {
  if (!isRecord(payload)) return undefined
  const { id, content, by, atMs, origins, model, seed, isSteer } = payload
  if (typeof id !== 'string' || typeof atMs !== 'number' || !isContent(content) || !isPerson(by)) return undefined
  return {
    input: {
      id,
      content,
      by,
      atMs,
      ...(Array.isArray(origins) && { origins: origins.flatMap(toOrigin) }),
      ...(isRecord(model) && { model: readModelChoice(model) }),
    },
    ...(isSeed(seed) && { seed }),
    ...(isSteer === true && { isSteer }),
  }
}

/** Copies plain data as JSON. */
function toJson(value: unknown): JsonValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value !== 'object' || value === null) return null
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(entries.map(([name, part]) => [name, toJson(part)]))
}

function isContent(value: JsonValue | undefined): value is JsonValue & MessageContent {
  return typeof value === 'string' || (Array.isArray(value) && value.every(isPart))
}

function isPart(value: JsonValue): value is JsonObject & ContentPart {
  if (!isRecord(value)) return false
  if (value.type === 'text') return typeof value.text === 'string'
  if (value.type === 'image_url') return isRecord(value.image_url) && typeof value.image_url.url === 'string'
  return value.type === 'file' && isRecord(value.file) && typeof value.file.file_data === 'string'
}

/** Parses an origin. One that cannot be read still does not count as the person. */
function toOrigin(value: JsonValue): readonly ContentOrigin[] {
  const [origin = { kind: 'tool' } as const] = parseOrigins([value])
  return [origin]
}

function isPerson(value: JsonValue | undefined): value is JsonObject & Person {
  return isRecord(value) && typeof value.id === 'string' && /^(anyone|user|admin)$/.test(String(value.role))
}

function isSeed(value: JsonValue | undefined): value is JsonObject & SessionSeed {
  if (!isRecord(value)) return false
  const { history = [], ...texts } = value
  return (
    Array.isArray(history) && history.every(isMessage) && Object.values(texts).every((text) => typeof text === 'string')
  )
}

function isMessage(value: JsonValue): value is JsonObject & Message {
  return isRecord(value) && /^(system|user|assistant|tool)$/.test(String(value.role))
}
