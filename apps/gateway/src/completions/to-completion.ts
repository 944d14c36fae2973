import { type AgentEvent, promptTokens, type Usage } from '@hermes/core'
import type { Answer } from './answer-of.js'

type ToolEdge = Extract<AgentEvent, { type: 'tool-start' | 'tool-end' }>
type CompressionEdge = Extract<AgentEvent, { type: 'compression-start' | 'compression-end' }>

/** What all answers to one request have in common. */
export interface CompletionIdentity {
  readonly id: string
  /** Seconds since the epoch. */
  readonly created: number
  readonly model: string
}

/** The whole answer, as `POST /v1/chat/completions` gives it without streaming. */
export function toCompletion({ id, created, model }: CompletionIdentity, answer: Answer) {
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

/** A piece of an answer. */
export function toChunk(
  { id, created, model }: CompletionIdentity,
  delta: { readonly role?: 'assistant'; readonly content?: string },
  finishReason: string | null = null,
) {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: finishReason }]
  return { id, object: 'chat.completion.chunk', created, model, choices }
}

/** The last chunk for clients that asked for usage: it has no choice. */
export function toUsageChunk(identity: CompletionIdentity, usage: Usage) {
  return { ...emptyChunk(identity), usage: toUsage(usage) }
}

/** That a tool call began or ended. */
export function toProgressChunk(identity: CompletionIdentity, event: ToolEdge) {
  const { id, function: called } = event.call
  const progress =
    event.type === 'tool-start'
      ? { status: 'running' }
      : { status: event.isError ? 'failed' : 'completed', duration_ms: event.durationMs }
  return { ...emptyChunk(identity), tool_progress: { id, name: called.name, ...progress } }
}

/** That the conversation is being shortened, which may take a while, or what came of it. */
export function toCompressionChunk(identity: CompletionIdentity, event: CompressionEdge) {
  return { ...emptyChunk(identity), compression: compressionOf(event) }
}

function compressionOf(event: CompressionEdge) {
  if (event.type === 'compression-start') return { status: 'running', trigger: event.trigger }
  const common = { status: event.status, duration_ms: event.durationMs }
  if (event.status !== 'compressed') return { ...common, reason: event.reason }
  return { ...common, tokens_before: event.tokensBefore, tokens_after: event.tokensAfter }
}

function emptyChunk({ id, created, model }: CompletionIdentity) {
  return { id, object: 'chat.completion.chunk', created, model, choices: [] }
}

function toUsage(usage: Usage) {
  const prompt = promptTokens(usage)
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.outputTokens,
    total_tokens: prompt + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cacheReadTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  }
}
