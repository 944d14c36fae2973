import type { ModelChoice } from '../contracts/model/choice.js'
import type { ToolDefinition } from '../contracts/model/tool-definition.js'
import { defineSessionNote, type SessionNoteSchema } from '../contracts/sessions/session-notes.js'
import type { JsonObject, JsonValue } from '../contracts/values/json.js'
import { isRecord } from '../json/is-record.js'
import { readModelChoice } from './model-choice.js'

/** A tool that the session started with, with its original description. Older sessions stored only names. */
export type KeptTool = string | Pick<ToolDefinition, 'name' | 'description' | 'parameters'>

const text: SessionNoteSchema<string> = {
  read: (value) => (typeof value === 'string' ? value : undefined),
  write: (value) => value,
}
const count: SessionNoteSchema<number> = {
  read: (value) => (typeof value === 'number' ? value : undefined),
  write: (value) => value,
}

/** The tools that the session started with, in order. */
export const keptTools = defineSessionNote<readonly KeptTool[]>('tools', {
  read(value) {
    if (!isList(value)) return undefined
    // Caches for tools and requests use the object as their key, so it is kept.
    return value.every(isWhole) ? value : value.flatMap((tool) => toKeptTool(tool) ?? [])
  },
  write: (tools) =>
    tools.map((tool) =>
      typeof tool === 'string' ? tool : { name: tool.name, description: tool.description, parameters: tool.parameters },
    ),
})

/** The caller's instructions; `null` if there were none. */
export const keptInstructions = defineSessionNote<string | null>('instructions', {
  read: (value) => (typeof value === 'string' || value === null ? value : undefined),
  write: (value) => value,
})

/** The provider's token count for an earlier request, and the model that read it. */
export const measuredRequest = defineSessionNote<{
  readonly promptTokens: number
  readonly messageCount: number
  readonly model: string
}>('measured', {
  read(value) {
    const { promptTokens, messageCount, model } = fieldsOf(value)
    const isValid = typeof promptTokens === 'number' && typeof messageCount === 'number' && typeof model === 'string'
    return isValid ? { promptTokens, messageCount, model } : undefined
  },
  write: (value) => ({ ...value }),
})

/** The context window in tokens, as established by the model's provider in this session. */
export const learnedWindow = defineSessionNote<{ readonly model: string; readonly tokens: number }>('learnedWindow', {
  read(value) {
    const { model, tokens } = fieldsOf(value)
    return typeof model === 'string' && typeof tokens === 'number' ? { model, tokens } : undefined
  },
  write: (value) => ({ ...value }),
})

/** A choice that resolves to the model of the latest turn. */
export const keptModel = defineSessionNote<ModelChoice>('model', {
  read: (value) => (isRecord(value) ? readModelChoice(value) : undefined),
  write: (value) => ({ ...value }),
})

/** Text that requests show after a stored message: the context of hooks and budget notices. */
export interface ShownText {
  /** The index of the message in the history. */
  readonly place: number
  readonly role: string
  /** The first characters of the stored message, to check that it is still the same one. */
  readonly start: string
  readonly text: string
}

/** The texts of earlier turns, which every later request repeats so that the cached prefix stays valid. */
export const shownTexts = defineSessionNote<readonly ShownText[]>('shownTexts', {
  read: (value) => (isList(value) ? value.flatMap((entry) => toShownText(entry) ?? []) : undefined),
  write: (texts) => texts.map((text) => ({ ...text })),
})

const keptSteers = 100

/** The newest ids of inputs that a running turn has read: they are part of that turn. */
export const readSteers = defineSessionNote<readonly string[]>('steers', {
  read: (value) => (isList(value) ? value.filter((id) => typeof id === 'string') : undefined),
  write: (ids) => ids.slice(-keptSteers),
})

/** Whether the user was warned that a compression is near. */
export const pressureTold = defineSessionNote<true>('pressureTold', {
  read: (value) => (value === true ? true : undefined),
  write: (value) => value,
})

/** The first session of the lineage, to avoid walking the whole chain. */
export const lineageRoot = defineSessionNote('lineageRoot', text)

/** How many exchanges a person took back when this session continued another one. */
export const rewound = defineSessionNote('rewound', count)

function isWhole(tool: JsonValue): tool is JsonObject & ToolDefinition {
  const { name, description, parameters, ...others } = fieldsOf(tool)
  const isTool = typeof name === 'string' && typeof description === 'string' && isRecord(parameters)
  return isTool && Object.keys(others).length === 0
}

function toKeptTool(tool: JsonValue): KeptTool | undefined {
  if (typeof tool === 'string') return tool
  const { name, description, parameters } = fieldsOf(tool)
  if (typeof name !== 'string') return undefined
  if (typeof description !== 'string' || !isRecord(parameters)) return name
  return { name, description, parameters }
}

function toShownText(value: JsonValue): ShownText | undefined {
  const { place, role, start, text } = fieldsOf(value)
  const isValid =
    typeof place === 'number' && typeof role === 'string' && typeof start === 'string' && typeof text === 'string'
  return isValid ? { place, role, start, text } : undefined
}

function fieldsOf(value: JsonValue): JsonObject {
  return isRecord(value) ? value : {}
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
