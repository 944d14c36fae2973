import type { GateRequest } from '@hermes/core'
import { withinLimit } from '@hermes/safety'

const limitMs = 10_000

/** Returns the changes of a call for the person who is asked. `undefined` if the tool shows none or cannot tell. */
export async function previewOf(
  { tool, args, sessionId, taskId, callId }: GateRequest,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!tool.preview) return undefined
  try {
    const diff = tool.preview(args, { sessionId, taskId, callId, signal })
    return await withinLimit(diff, limitMs, `The preview of "${tool.name}"`)
  } catch {
    // The question is asked without it, and the call reports the problem when it runs.
    signal.throwIfAborted()
    return undefined
  }
}
