import { type AgentEvent, promptTokens, type Usage } from '@hermes/core'
import { type ToolEdge, toolProgress } from '../activity/tool-progress.js'
import type { Answer } from './answer-of.js'
import type { ChunkObject, CompletionObject } from './completion-schemas.js'
import type { UsageObject } from './usage-schema.js'

type Delta = ChunkObject['choices'][number]['delta']
type Notice = Extract<AgentEvent, { type: 'notice' }>
type CompressionEdge = Extract<AgentEvent, { type: 'compression-start' | 'compression-end' }>

/** The fields that all answers to one request share. */
export interface CompletionIdentity {
  readonly id: string
  /** The time of creation, in seconds since the epoch. */
  readonly created: number
  readonly model: string
}

/** Returns the whole answer of `POST /v1/chat/completions` without streaming. */
export function toCompletion({ id, created, model }: CompletionIdentity, answer: Answer): CompletionObject {
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: answer.content, refusal: null },
        logprobs: null,
        finish_reason: answer.finishReason,
      },
    ],
    usage: toUsage(answer.usage),
  }
}

/** Returns a piece of an answer. */
export function toChunk(
  { id, created, model }: CompletionIdentity,
  delta: Delta,
  finishReason: Answer['finishReason'] | null = null,
): ChunkObject {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: finishReason }]
  return { id, object: 'chat.completion.chunk', created, model, choices }
}

/** Returns the last chunk, with usage if requested. As in OpenAI's streams, it has no choices. */
export function toUsageChunk(identity: CompletionIdentity, usage: Usage): ChunkObject {
  return { ...toChunk(identity, {}), choices: [], usage: toUsage(usage) }
}

/** Returns the start or end of a tool call. Its delta is empty, because many clients read `choices[0]` of every chunk. */
export function toProgressChunk(identity: CompletionIdentity, event: ToolEdge): ChunkObject {
  return { ...toChunk(identity, {}), tool_progress: toolProgress(event) }
}

/** Returns the start or result of a compression, which may take a while. Its delta is empty. */
export function toCompressionChunk(identity: CompletionIdentity, event: CompressionEdge): ChunkObject {
  return { ...toChunk(identity, {}), compression: compressionOf(event) }
}

/** Returns what a person should know while waiting: retries, fallbacks, a silent provider. Its delta is empty. */
export function toNoticeChunk(identity: CompletionIdentity, { code, text }: Notice): ChunkObject {
  return { ...toChunk(identity, {}), notice: { code, text } }
}

function compressionOf(event: CompressionEdge): NonNullable<ChunkObject['compression']> {
  if (event.type === 'compression-start') return { status: 'running', trigger: event.trigger }
  const common = { status: event.status, duration_ms: event.durationMs }
  if (event.status !== 'compressed') return { ...common, reason: event.reason }
  return { ...common, tokens_before: event.tokensBefore, tokens_after: event.tokensAfter }
}

/** Returns usage in the format of OpenAI's chat completions. */
export function toUsage(usage: Usage): UsageObject {
  const prompt = promptTokens(usage)
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.outputTokens,
    total_tokens: prompt + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cacheReadTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  }
}
