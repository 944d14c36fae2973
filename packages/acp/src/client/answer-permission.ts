import type { RequestPermissionRequest, RequestPermissionResponse } from '@agentclientprotocol/sdk/unstable'
import type { JsonObject } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'
import type { RemoteCall } from '../contracts/remote-agent.js'

/** Answers a permission request of another agent. A permission is for one call: later calls are reviewed again. */
export async function answerPermission(
  { toolCall, options }: RequestPermissionRequest,
  review: (call: RemoteCall) => Promise<boolean>,
): Promise<RequestPermissionResponse> {
  const { toolCallId: id, title, kind, rawInput } = toolCall
  const isAllowed = await review({ id, title: title ?? id, kind: kind ?? 'other', args: toArguments(rawInput) })
  const option = options.find((each) => each.kind === (isAllowed ? 'allow_once' : 'reject_once'))
  return { outcome: option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' } }
}

function toArguments(input: unknown): JsonObject {
  const copy = input === undefined ? undefined : parseJson(JSON.stringify(input))
  return isRecord(copy) ? copy : {}
}
