import { promptTokens, type Usage } from '@hermes/core'
import { toTextPart } from '../items/to-text-part.js'
import { type OutputItem, outputItems } from '../runs/output/output-items.js'
import type { RunEnd, RunRecord } from '../runs/record/run-record.js'
import type { RunState } from '../runs/start/run-state.js'
import type { OutputMessage, ResponseObject, ResponseUsage } from './response-schemas.js'

/** Returns a response in the format of OpenAI's API. Questions to a person are not part of it, but of the run with the same id. */
export function toResponseObject(run: RunRecord, state: RunState, model: string): ResponseObject {
  const end = 'end' in state ? state.end : undefined
  return {
    ...commonFields(run, model),
    status: end ? end.status : state.status === 'queued' ? 'queued' : 'in_progress',
    error: end?.error ? { code: end.error.code, message: end.error.message } : null,
    incomplete_details: end?.status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    output: end ? outputItems(run, end).map(toMessageItem) : [],
    usage: end?.usage ? toResponseUsage(end.usage) : null,
  }
}

/** Returns the message of a response, with one text. */
export function toMessageItem({ id, text, status }: OutputItem): OutputMessage {
  return { id, type: 'message', status, role: 'assistant', content: [toTextPart(text)] }
}

function commonFields({ id, createdAtMs, userId, echoed }: RunRecord, model: string) {
  return {
    id,
    object: 'response',
    created_at: Math.floor(createdAtMs / 1000),
    model: echoed.model ?? model,
    background: echoed.background ?? false,
    instructions: echoed.instructions ?? null,
    previous_response_id: echoed.previous_response_id ?? null,
    conversation: echoed.conversation === undefined ? null : { id: echoed.conversation },
    store: echoed.store ?? true,
    metadata: echoed.metadata,
    user: userId === undefined ? null : userId.replace(/^api:/, ''),
    max_output_tokens: null,
    parallel_tool_calls: true,
    reasoning: { effort: null, summary: null },
    temperature: null,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    truncation: 'disabled',
  } satisfies Partial<ResponseObject>
}

function toResponseUsage(usage: NonNullable<RunEnd['usage']>): ResponseUsage {
  const total: Usage = usage
  const input = promptTokens(total)
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: total.cacheReadTokens },
    output_tokens: total.outputTokens,
    output_tokens_details: { reasoning_tokens: total.reasoningTokens },
    total_tokens: input + total.outputTokens,
  }
}
