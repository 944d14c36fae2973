import type { SessionUpdate } from '@agentclientprotocol/sdk/unstable'
import type { AssistantMessage, JsonObject, StoredMessage, ToolMessage } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'
import { type CallViewOptions, callOf, endOfCall } from './call-updates.js'
import { toBlocks } from './tool-contents.js'
import { callIdOf } from './turn-view.js'

/** Returns a stored conversation as the editor shows it. */
export function replay(stored: readonly StoredMessage[], options: CallViewOptions): SessionUpdate[] {
  return stored.flatMap(({ message, id }, index): SessionUpdate[] => {
    switch (message.role) {
      case 'user':
        return toBlocks(message.content).map((content) => ({ sessionUpdate: 'user_message_chunk', content }))
      case 'assistant':
        return replayAnswer({ message, id, results: resultsAfter(stored, index) }, options)
      default:
        return []
    }
  })
}

interface StoredResult {
  readonly message: ToolMessage
  readonly hasFailed: boolean
}

interface StoredAnswer {
  readonly message: AssistantMessage
  readonly id: number
  readonly results: readonly StoredResult[]
}

function replayAnswer({ message, id, results }: StoredAnswer, options: CallViewOptions): SessionUpdate[] {
  const { content, reasoning, tool_calls: calls = [] } = message
  const said: SessionUpdate[] = []
  if (reasoning) said.push({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: reasoning } })
  if (content) said.push({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: content } })
  return [
    ...said,
    ...calls.flatMap((call): SessionUpdate[] => {
      const started = {
        id: callIdOf(id, call.id),
        tool: call.function.name,
        args: argumentsOf(call.function.arguments),
      }
      const shown = callOf(started, options)
      const result = results.find(({ message }) => message.tool_call_id === call.id)
      const ended = {
        id: started.id,
        kind: shown.kind ?? 'other',
        content: result?.message.content ?? '',
        isError: result?.hasFailed ?? true,
      }
      return [{ sessionUpdate: 'tool_call', ...shown }, ...endOfCall(ended, options.folder)]
    }),
  ]
}

/** Returns the results that follow a message, because ids refer to its calls only directly after it. */
function resultsAfter(stored: readonly StoredMessage[], index: number): readonly StoredResult[] {
  const results: StoredResult[] = []
  for (const { message, finishReason } of stored.slice(index + 1)) {
    if (message.role !== 'tool') break
    results.push({ message, hasFailed: finishReason === 'failed' })
  }
  return results
}

/** Parses the arguments of a call, which the model may not have written as a JSON object. */
function argumentsOf(text: string): JsonObject {
  try {
    const args = parseJson(text)
    return isRecord(args) ? args : {}
  } catch {
    return {}
  }
}
