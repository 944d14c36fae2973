import type { JsonObject } from '@hermes/core'
import type { SettledAnswer } from '../../deltas.js'
import { asList } from '../json.js'
import type { Seal } from './seal.js'

/** Returns the items of a complete answer: reasoning, message, calls. Empty ones are omitted. */
export function outputOf(
  answer: SettledAnswer,
  body: JsonObject,
  { number, seal }: { readonly number: number; readonly seal: Seal },
): readonly JsonObject[] {
  const { reasoning, text, toolCalls } = answer
  const thoughts = reasoning ? [reasoningItem(`rs_${number}`, reasoning, body, seal)] : []
  const messages = text ? [messageItem(`msg_${number}`, text)] : []
  const calls = toolCalls.map((call, index) => ({
    id: `fc_${number}_${index + 1}`,
    type: 'function_call',
    status: 'completed',
    call_id: call.id,
    name: call.function.name,
    arguments: call.function.arguments,
  }))
  return [...thoughts, ...messages, ...calls]
}

function reasoningItem(id: string, thought: string, body: JsonObject, seal: Seal): JsonObject {
  const isWanted = asList(body.include).includes('reasoning.encrypted_content')
  return {
    id,
    type: 'reasoning',
    summary: [{ type: 'summary_text', text: thought }],
    ...(isWanted && { encrypted_content: seal.close(String(body.model), thought) }),
  }
}

function messageItem(id: string, text: string): JsonObject {
  const content = [{ type: 'output_text', text, annotations: [], logprobs: [] }]
  return { id, type: 'message', role: 'assistant', status: 'completed', content }
}
