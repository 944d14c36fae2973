import type { SessionRecord } from '@hermes/core'

/** A session as scripts see it: the names of the store's columns, times in seconds. */
export function toSessionRow(record: SessionRecord) {
  const { usage } = record
  return {
    id: record.id,
    title: record.title ?? null,
    source: record.source,
    model: record.model ?? null,
    user_id: record.userId ?? null,
    parent_session_id: record.parentSessionId ?? null,
    end_reason: record.endReason ?? null,
    started_at: record.startedAtMs / 1000,
    ended_at: record.endedAtMs === undefined ? null : record.endedAtMs / 1000,
    last_activity_at: record.lastActivityAtMs / 1000,
    message_count: record.messageCount,
    tool_call_count: record.toolCallCount,
    api_call_count: record.apiCallCount,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_tokens: usage.cacheReadTokens,
    cache_write_tokens: usage.cacheWriteTokens,
    reasoning_tokens: usage.reasoningTokens,
    cwd: record.workingDirectory ?? null,
  }
}

export type SessionRow = ReturnType<typeof toSessionRow>
