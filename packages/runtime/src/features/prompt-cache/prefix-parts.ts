import { createHash } from 'node:crypto'
import type { Message, ModelRequest, ToolDefinition } from '@hermes/core'

/** A part of a request, in the order in which providers cache it: model, tools, system prompt, messages. */
export interface PrefixPart {
  /** `model claude-opus-4-6`, `tool terminal`, `system prompt`, `message 3 (tool)`. */
  readonly name: string
  /** UTF-8. */
  readonly bytes: number
  readonly hash: string
}

/** Splits requests into parts. What is frozen and was seen before is not read again. */
export interface PrefixReader {
  partsOf(request: ModelRequest): readonly PrefixPart[]
  /** The text of the part at this place. */
  textOf(request: ModelRequest, index: number): string
}

type Measured = Pick<PrefixPart, 'bytes' | 'hash'>

export function createPrefixReader(): PrefixReader {
  const known = new WeakMap<Message | ToolDefinition, Measured>()

  function measure(value: Message | ToolDefinition): Measured {
    const found = known.get(value) ?? measureText(JSON.stringify(value))
    known.set(value, found)
    return found
  }

  return {
    partsOf: ({ model, tools, system, messages }) => [
      { name: `model ${model}`, ...measureText(model), bytes: 0 },
      ...tools.map((tool) => ({ name: `tool ${tool.name}`, ...measure(tool) })),
      { name: 'system prompt', ...measureText(system) },
      ...messages.map((message, index) => ({ name: `message ${index + 1} (${message.role})`, ...measure(message) })),
    ],
    textOf({ model, tools, system, messages }, index) {
      const parts = [model, ...tools, system, ...messages]
      const part = parts[index]
      return typeof part === 'string' ? part : part === undefined ? '' : JSON.stringify(part)
    },
  }
}

function measureText(text: string): Measured {
  return { bytes: Buffer.byteLength(text), hash: createHash('sha1').update(text).digest('base64url').slice(0, 12) }
}
