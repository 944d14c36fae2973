import type { SessionUpdate, ToolCall as ShownCall } from '@agentclientprotocol/sdk/unstable'
import { type AgentEvent, costOf, type Message, promptTokens, type SubagentRunEvent, type Usage } from '@hermes/core'
import { type CallViewOptions, callOf, endOfCall } from './call-updates.js'
import { textContents } from './tool-contents.js'

export interface TurnViewOptions extends CallViewOptions {
  /** The context window of the model, in tokens. Absent if unknown. */
  readonly window?: number | undefined
}

/** Maximum number of lines shown for a sub-agent. */
const shownLines = 12

/** Translates the events of one turn. */
export class TurnView {
  readonly #options: TurnViewOptions
  /** The newest answer of the model, whose calls follow. */
  #answerId = 0
  readonly #calls = new Map<string, ShownCall>()
  readonly #lines = new Map<string, string[]>()
  /** The kinds of text that the running model call has shown. */
  readonly #shown = new Set<ChunkKind>()
  #microUsd: number | undefined

  constructor(options: TurnViewOptions) {
    this.#options = options
  }

  /** Returns a running call by the id that the model gave it. */
  call(callId: string | undefined): ShownCall | undefined {
    return callId === undefined ? undefined : this.#calls.get(callId)
  }

  /** Returns what the editor shows for an event. */
  show(event: AgentEvent): SessionUpdate[] {
    switch (event.type) {
      case 'text-delta':
        return this.#say('agent_message_chunk', event.text)
      case 'reasoning-delta':
        return this.#say('agent_thought_chunk', event.text)
      case 'iteration-start':
        this.#shown.clear()
        return []
      case 'restart':
        return this.#withdraw()
      case 'message-end':
        return this.#remember(event.message, event.id)
      case 'tool-start':
        return this.#start(event)
      case 'tool-progress':
        return this.#progress(event.callId, event.text)
      case 'tool-end':
        return this.#end(event)
      case 'subagent-event':
        return this.#showSubagent(event)
      case 'iteration-end':
        return this.#usage(event.usage)
      default:
        return []
    }
  }

  #say(kind: ChunkKind, text: string): SessionUpdate[] {
    this.#shown.add(kind)
    return [chunk(kind, text)]
  }

  /** Marks a withdrawn answer in the text, because an editor cannot take back what it has received. */
  #withdraw(): SessionUpdate[] {
    const kinds = [...this.#shown]
    this.#shown.clear()
    return kinds.map((kind) => chunk(kind, restarted))
  }

  #remember(message: Message, id: number): SessionUpdate[] {
    if (message.role === 'assistant') this.#answerId = id
    return []
  }

  #start({ call, args }: Extract<AgentEvent, { type: 'tool-start' }>): SessionUpdate[] {
    const started = { id: callIdOf(this.#answerId, call.id), tool: call.function.name, args }
    const shown = callOf(started, this.#options)
    this.#calls.set(call.id, shown)
    return [{ sessionUpdate: 'tool_call', ...shown }]
  }

  #progress(callId: string, text: string): SessionUpdate[] {
    const toolCallId = this.#calls.get(callId)?.toolCallId
    if (toolCallId === undefined) return []
    return [{ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress', content: textContents(text) }]
  }

  #end({ call, message, isError, display }: Extract<AgentEvent, { type: 'tool-end' }>): SessionUpdate[] {
    const { toolCallId, kind = 'other' } = this.#calls.get(call.id) ?? {}
    if (toolCallId === undefined) return []
    this.#calls.delete(call.id)
    this.#lines.delete(call.id)
    return endOfCall({ id: toolCallId, kind, content: message.content, isError, display }, this.#options.folder)
  }

  /** Shows the calls of a sub-agent as lines of the call that started it. */
  #showSubagent({ callId, goal, event }: SubagentRunEvent): SessionUpdate[] {
    if (event.type !== 'tool-start') return []
    const { summary } = this.#options.describeCall(event.call.function.name, event.args)
    const line = `${goal}: ${event.call.function.name}${summary === undefined ? '' : ` ${summary}`}`
    const lines = [...(this.#lines.get(callId) ?? []), line].slice(-shownLines)
    this.#lines.set(callId, lines)
    return this.#progress(callId, lines.join('\n'))
  }

  #usage(usage: Usage): SessionUpdate[] {
    const cost = costOf(usage)
    if (cost && cost.status !== 'unknown') this.#microUsd = (this.#microUsd ?? 0) + cost.microUsd
    const { window } = this.#options
    if (window === undefined) return []
    const used = promptTokens(usage) + usage.outputTokens
    const spent = this.#microUsd
    return [
      {
        sessionUpdate: 'usage_update',
        used,
        size: window,
        ...(spent !== undefined && { cost: { amount: spent / 1_000_000, currency: 'USD' } }),
      },
    ]
  }
}

const restarted = '\n\n[The text above is withdrawn. The answer starts again:]\n\n'

type ChunkKind = 'agent_message_chunk' | 'agent_thought_chunk'

function chunk(sessionUpdate: ChunkKind, text: string): SessionUpdate {
  return { sessionUpdate, content: { type: 'text', text } }
}

/** Returns a session-wide id, because the ids of calls are unique only within one answer. */
export function callIdOf(answerId: number, callId: string): string {
  return `${answerId}:${callId}`
}
