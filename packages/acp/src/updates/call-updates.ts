import type { SessionUpdate, ToolCall as ShownCall, ToolCallContent, ToolKind } from '@agentclientprotocol/sdk/unstable'
import type { JsonObject, JsonValue, MessageContent } from '@hermes/core'
import { isRecord } from '@hermes/core/wiring'
import { oneLine } from '@hermes/safety'
import type { CallDescription } from '../contracts/editor-host.js'
import { changesOf } from './diff-contents.js'
import { absolutePath } from './file-uri.js'
import { planInResult, planOf } from './plan-of.js'
import { commandContents, toolContents } from './tool-contents.js'

export type DescribeCall = (tool: string, args: JsonObject) => CallDescription

export interface CallViewOptions {
  readonly describeCall: DescribeCall
  /** The folder that relative paths refer to. */
  readonly folder: string
}

export interface StartedCall {
  /** The id, unique within the session, unlike the id of the model's call. */
  readonly id: string
  readonly tool: string
  readonly args: JsonObject
}

/** Returns a call as it starts. */
export function callOf({ id, tool, args }: StartedCall, { describeCall, folder }: CallViewOptions): ShownCall {
  const { kind, summary, paths } = describeCall(tool, args)
  return {
    toolCallId: id,
    title: titleOf(tool, summary ?? paths.join(', '), args),
    name: tool,
    kind,
    status: 'pending',
    rawInput: args,
    locations: paths.map((path) => ({ path: absolutePath(path, folder) })),
  }
}

/** Returns the tool with the most significant argument of the call. */
function titleOf(tool: string, known: string, args: JsonObject): string {
  const about = known === '' ? Object.values(args).find((value) => typeof value === 'string') : known
  const line = oneLine(typeof about === 'string' ? about : '')
  return line === '' ? tool : `${tool}: ${line.length > maxTitle ? `${line.slice(0, maxTitle).toWellFormed()}…` : line}`
}

const maxTitle = 160

export interface EndedCall {
  readonly id: string
  readonly kind: ToolKind
  readonly content: MessageContent
  readonly isError: boolean
  readonly display?: JsonValue | undefined
}

function resultOf(content: MessageContent, kind: ToolKind): ToolCallContent[] {
  return (kind === 'execute' ? commandContents(content) : undefined) ?? toolContents(content, kind)
}

/** Returns the updates for a call that has ended, with the plan if it changed. */
export function endOfCall({ id, kind, content, isError, display }: EndedCall, folder: string): SessionUpdate[] {
  const diff = isRecord(display) && typeof display.diff === 'string' ? display.diff : undefined
  const changes = diff === undefined || isError ? undefined : changesOf(diff, folder)
  const hasChanges = changes !== undefined && changes.content.length > 0
  const entries = display === undefined && kind === 'think' ? planInResult(content) : planOf(display)
  return [
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: id,
      status: isError ? 'failed' : 'completed',
      content: hasChanges ? changes.content : resultOf(content, kind),
      ...(hasChanges && { locations: changes.locations }),
    },
    ...(entries && !isError ? [{ sessionUpdate: 'plan' as const, entries }] : []),
  ]
}
