import type { ContentPart, Message, MessageContent, NewMessage, ToolCall } from '@hermes/core'

/** Assembles a history from the fragments that other programs store. */
export interface HistoryBuilder {
  /** Adds a person's message, unless it is empty. */
  user(content: MessageContent, timestampMs: number): void
  /**
   * Adds a fragment of an answer. Fragments with the same key form one answer, even with results of its calls in
   * between.
   */
  answer(piece: AnswerPiece, timestampMs: number): void
  /** Adds a result. Ignored without a matching call, or if the call already has one. */
  result(callId: string, content: MessageContent, timestampMs: number): void
  readonly messages: readonly NewMessage[]
}

export interface AnswerPiece {
  readonly key?: string
  readonly text?: string
  readonly reasoning?: string
  readonly call?: ToolCall
}

interface Answer {
  readonly key: string | undefined
  readonly timestampMs: number
  readonly texts: string[]
  readonly thoughts: string[]
  readonly calls: ToolCall[]
  readonly results: NewMessage[]
}

export function createHistoryBuilder(): HistoryBuilder {
  const done: NewMessage[] = []
  let open: Answer | undefined

  const close = () => {
    if (open) done.push(...messagesOf(open))
    open = undefined
  }
  return {
    user(content, timestampMs) {
      if (isEmpty(content)) return
      close()
      done.push({ message: { role: 'user', content }, timestampMs })
    },
    answer({ key, text, reasoning, call }, timestampMs) {
      const goesOn = open && open.key === key && (key !== undefined || open.results.length === 0)
      if (!goesOn) close()
      open ??= { key, timestampMs, texts: [], thoughts: [], calls: [], results: [] }
      if (text?.trim()) open.texts.push(text)
      if (reasoning?.trim()) open.thoughts.push(reasoning)
      if (call) open.calls.push(call)
    },
    result(callId, content, timestampMs) {
      const call = open?.calls.find(({ id }) => id === callId)
      const isKnown = open?.results.some(({ message }) => message.role === 'tool' && message.tool_call_id === callId)
      if (!open || !call || isKnown) return
      const message: Message = { role: 'tool', tool_call_id: callId, name: call.function.name, content }
      open.results.push({ message, timestampMs })
    },
    get messages() {
      return open ? [...done, ...messagesOf(open)] : done
    },
  }
}

function messagesOf({ texts, thoughts, calls, results, timestampMs }: Answer): readonly NewMessage[] {
  if (texts.length === 0 && calls.length === 0) return []
  const message: Message = {
    role: 'assistant',
    content: texts.length > 0 ? texts.join('\n\n') : null,
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(thoughts.length > 0 && { reasoning: thoughts.join('\n\n') }),
  }
  return [{ message, timestampMs }, ...results]
}

function isEmpty(content: MessageContent): boolean {
  return typeof content === 'string' ? content.trim() === '' : content.length === 0
}

export function toToolCall(id: string, name: string, args: string): ToolCall {
  return { id, type: 'function', function: { name, arguments: args } }
}

/** Converts parts to content: pure text becomes a string, content with images a list of parts. */
export function toContent(parts: readonly ContentPart[]): MessageContent {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  return texts.length === parts.length ? texts.join('\n') : parts
}
