import type { SessionSummary } from '@hermes/core'
import type { SessionUsage } from './session-usage.js'
import { toUsageJson } from './to-usage-json.js'

/**
 * Converts a session for scripts: the store's column names, times in seconds.
 *
 * @param used The usage to report. Default: the session's own calls, without those of its continuations and sub-agents.
 */
export function toSessionRow(record: SessionSummary, used: Pick<SessionUsage, 'apiCallCount' | 'usage'> = record) {
  return {
    id: record.id,
    title: record.title ?? null,
    source: record.source,
    model: record.model ?? null,
    user_id: record.userId ?? null,
    parent_session_id: record.parentSessionId ?? null,
    link: record.link ?? null,
    end_reason: record.endReason ?? null,
    started_at: record.startedAtMs / 1000,
    ended_at: record.endedAtMs === undefined ? null : record.endedAtMs / 1000,
    last_activity_at: record.lastActivityAtMs / 1000,
    message_count: record.messageCount,
    tool_call_count: record.toolCallCount,
    api_call_count: used.apiCallCount,
    ...toUsageJson(used.usage),
    cwd: record.workingDirectory ?? null,
    archived: record.archived,
  }
}

export type SessionRow = ReturnType<typeof toSessionRow>
