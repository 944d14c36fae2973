import { hash } from 'node:crypto'
import type { Message, ModelRequest, ToolDefinition } from '@hermes/core'
import { createBoundedMap } from '@hermes/safety'

/** Measures the parts of requests. What is frozen and was seen before is not read again. */
export interface PrefixReader {
  /**
   * A line for each part of a request, in the order in which providers cache them: model, tools, system prompt, messages. A request repeats
   * all of another one if its lines begin with those of the other.
   */
  linesOf(request: ModelRequest): string
  /** The text of the part at this place. */
  textOf(request: ModelRequest, index: number): string
}

/** 48 bits: what has changed looks the same once in 10^14 times. */
const hashLength = 8
/** Of the conversations that run at once: the prompt of one never changes. */
const keptSystems = 64

export function createPrefixReader(): PrefixReader {
  const known = new WeakMap<Message | ToolDefinition, string>()
  const systems = createBoundedMap<string>(keptSystems)

  function lineOf(value: Message | ToolDefinition): string {
    const found = known.get(value)
    if (found !== undefined) return found
    const line = toLine('role' in value ? value.role : `tool ${value.name}`, JSON.stringify(value))
    known.set(value, line)
    return line
  }

  function lineOfSystem(system: string): string {
    const found = systems.get(system)
    if (found !== undefined) return found
    const line = toLine('system prompt', system)
    systems.set(system, line)
    return line
  }

  return {
    linesOf({ model, tools, system, messages }) {
      let lines = `${hashOf(model)} 0 model ${model}\n`
      for (const tool of tools) lines += lineOf(tool)
      lines += lineOfSystem(system)
      for (const message of messages) lines += lineOf(message)
      return lines
    },
    textOf({ model, tools, system, messages }, index) {
      const parts = [model, ...tools, system, ...messages]
      const part = parts[index]
      return typeof part === 'string' ? part : part === undefined ? '' : JSON.stringify(part)
    },
  }
}

function toLine(name: string, text: string): string {
  return `${hashOf(text)} ${Buffer.byteLength(text)} ${name}\n`
}

function hashOf(text: string): string {
  return hash('sha1', text, 'base64url').slice(0, hashLength)
}
