import { hash } from 'node:crypto'
import type { Message, ModelRequest, ToolDefinition } from '@hermes/core'
import { createBoundedMap } from '@hermes/safety'

/** Measures the parts of requests. Frozen parts that were seen before are not read again. */
export interface PrefixReader {
  /**
   * Returns a line for each part of a request, in the order in which providers cache them: model, tools, system prompt, messages. A request
   * repeats all of another one if its lines begin with those of the other.
   */
  linesOf(request: ModelRequest): string
  /** Returns the text of the part at an index. */
  textOf(request: ModelRequest, index: number): string
}

/** The length of a hash. With 48 bits, a change goes unnoticed once in 10^14 times. */
const hashLength = 8
/** The maximum number of system prompts. They belong to conversations that run at once, because the prompt of a conversation never changes. */
const keptSystems = 64

/** The messages of a request, and their lines. */
interface ReadHistory {
  readonly messages: readonly Message[]
  readonly lines: string
}

export function createPrefixReader(): PrefixReader {
  const tools = new WeakMap<ToolDefinition, string>()
  /** Histories by their newest message. A table of all messages would be as large as all histories of a process. */
  const histories = new WeakMap<Message, ReadHistory>()
  const systems = createBoundedMap<string>(keptSystems)

  function lineOfTool(tool: ToolDefinition): string {
    const found = tools.get(tool)
    if (found !== undefined) return found
    const line = toLine(`tool ${tool.name}`, JSON.stringify(tool))
    tools.set(tool, line)
    return line
  }

  function linesOfMessages(messages: readonly Message[]): string {
    const known = messages.findLast((message) => histories.has(message))
    const before = known && histories.get(known)
    const isLonger = before?.messages.every((message, index) => message === messages[index]) === true
    let lines = isLonger ? before.lines : ''
    for (const message of messages.slice(isLonger ? before.messages.length : 0)) {
      lines += toLine(message.role, JSON.stringify(message))
    }
    if (known && isLonger) histories.delete(known)
    const newest = messages.at(-1)
    if (newest) histories.set(newest, { messages: [...messages], lines })
    return lines
  }

  function lineOfSystem(system: string): string {
    const found = systems.get(system)
    if (found !== undefined) return found
    const line = toLine('system prompt', system)
    systems.set(system, line)
    return line
  }

  return {
    linesOf(request) {
      let lines = `${hashOf(request.model)} 0 model ${request.model}\n`
      for (const tool of request.tools) lines += lineOfTool(tool)
      return lines + lineOfSystem(request.system) + linesOfMessages(request.messages)
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
