import type { StoredMessage } from '@hermes/core'
import type { UsageAccount } from '@hermes/core/sessions'
import type { ExportedSession } from './exported-session.js'
import { toSessionRow } from './session-row.js'
import { toUsageJson } from './to-usage-json.js'

/** Renders a session as one line, for `hermes sessions import`. Messages are in OpenAI's format. */
export function toJsonLine({ record, stored, accounts }: ExportedSession): string {
  const { systemPrompt, notes, contextState } = record
  const system = systemPrompt === undefined ? [] : [{ role: 'system', content: systemPrompt }]
  const line = {
    ...toSessionRow(record),
    ...(Object.keys(notes).length > 0 && { model_config: notes }),
    ...(contextState && { context_state: contextState }),
    messages: [...system, ...stored.map(({ message }) => message)],
    message_details: stored.map(toDetails),
    usage: accounts.map(toAccount),
  }
  return `${JSON.stringify(line)}\n`
}

/** Returns the metadata of a message. */
function toDetails({ timestampMs, finishReason, tokenCount, platformMessageId }: StoredMessage) {
  return {
    timestamp: timestampMs / 1000,
    ...(finishReason !== undefined && { finish_reason: finishReason }),
    ...(tokenCount !== undefined && { token_count: tokenCount }),
    ...(platformMessageId !== undefined && { platform_message_id: platformMessageId }),
  }
}

function toAccount({ hourMs, task, provider, model, apiCallCount, usage }: UsageAccount) {
  return { hour: hourMs / 1000, task, provider, model, api_call_count: apiCallCount, ...toUsageJson(usage) }
}
