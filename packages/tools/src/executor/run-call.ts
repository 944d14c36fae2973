import type { GateVerdict, ToolGate } from '@hermes/core'
import {
  type ContentOrigin,
  describeError,
  type ExecuteContext,
  HermesError,
  type JsonObject,
  type MessageContent,
  summarizeCall,
  type Tool,
  type ToolCall,
  type ToolEvent,
  type ToolOutcome,
} from '@hermes/core'
import { declaredOrigins } from '@hermes/core/origins'
import { readHookResult, verdictResult } from '@hermes/core/wiring'
import { untilAborted, withinLimit } from '@hermes/safety'
import { withoutInvisible } from '../shared/fence-untrusted.js'
import { startLimit } from './call-limit.js'
import type { ExecutorLimits } from './limits.js'
import { type PreparedCall, prepareArguments, prepareCall } from './prepare-call.js'
import { toOutcome } from './to-outcome.js'

/** Scope shared by the calls of one batch. */
export interface CallScope {
  readonly tools: ReadonlyMap<string, Tool>
  readonly context: ExecuteContext
  readonly gate: ToolGate | undefined
  readonly limits: ExecutorLimits
  readonly now: () => number
  emit(event: ToolEvent): void
}

interface CallOutcome extends ToolOutcome {
  /** Reason for people why the gate did not let the call run. */
  readonly refusal?: string
}

export interface FinishedCall extends CallOutcome {
  readonly args: JsonObject
  readonly durationMs: number
}

type Allowed = Extract<GateVerdict, { allowed: true }>
type Ready = Extract<PreparedCall, { ok: true }>

/**
 * Runs one call, from the model's text to an outcome: arguments, hook, gate, tool. Emits `tool-start` and
 * `tool-progress`. Never rejects; every failure is an outcome that the model can act on.
 */
export async function runCall(call: ToolCall, scope: CallScope): Promise<FinishedCall> {
  const progress: Progress = {
    startedAt: scope.now(),
    args: {},
    isShown: false,
    isRunning: false,
    isApproved: false,
    origins: [],
  }
  const outcome = await attempt(call, scope, progress).catch((error: unknown) => {
    if (scope.context.signal.aborted) return failure(cancelled(scope.context.signal, progress))
    return failure(
      HermesError.is(error) ? describeError(error) : `"${call.function.name}" failed: ${describeError(error)}`,
    )
  })
  show(call, scope, progress)
  if (progress.isRunning) scope.context.run?.origins?.add([...progress.origins, ...(outcome.origins ?? [])])
  return { ...outcome, args: progress.args, durationMs: Math.max(0, scope.now() - progress.startedAt) }
}

/** Progress of a call, which determines how a failure is reported. */
interface Progress {
  /** Start time, after the wait of a paused run. */
  startedAt: number
  args: JsonObject
  isShown: boolean
  isRunning: boolean
  /** Whether a hook has approved the call, so that the gate does not ask. */
  isApproved: boolean
  /** Sources of the result, as far as the tool and the gate know them. An error may contain their text, too. */
  origins: readonly ContentOrigin[]
}

async function attempt(call: ToolCall, scope: CallScope, progress: Progress): Promise<CallOutcome> {
  const { signal, run } = scope.context
  signal.throwIfAborted()
  if (run?.untilResumed) {
    await run.untilResumed(signal)
    progress.startedAt = scope.now()
  }
  let prepared = await prepareCall(call, scope.tools)
  progress.args = prepared.args
  if (prepared.ok) prepared = await askHook(call, prepared, scope, progress)
  progress.args = prepared.args
  show(call, scope, progress)
  if (!prepared.ok) return failure(prepared.reason)
  const verdict = await askGate(call, prepared, scope, progress.isApproved)
  if (!verdict.allowed) return { ...failure(verdict.reason), ...(verdict.told && { refusal: verdict.told }) }
  progress.origins = [...declaredOrigins(prepared.tool, prepared.args), ...(verdict.origins ?? [])]
  signal.throwIfAborted()
  progress.isRunning = true
  return await runSettled(verdict, () => runTool(call, prepared, scope))
}

function show(call: ToolCall, { emit, tools }: CallScope, progress: Progress): void {
  if (progress.isShown) return
  const tool = tools.get(call.function.name)
  const summary = tool && summarizeCall(tool, progress.args)
  const facts = { ...(summary !== undefined && { summary }), ...(tool?.kind && { kind: tool.kind }) }
  emit({ type: 'tool-start', call, args: progress.args, ...facts })
  progress.isShown = true
}

/** Describes a cancellation with its reason: a person interrupted the turn, or the process stops and another one resumes it. */
function cancelled({ reason }: AbortSignal, { isRunning }: Progress): string {
  const what = isRunning
    ? 'while this call was running; what it did until then is unknown.'
    : 'before this call had started, so nothing was done: make it again if it is still needed.'
  return `[cancelled ${what} Reason: ${describeError(reason)}]`
}

function failure(content: string): ToolOutcome {
  return { content, isError: true }
}

async function askHook(call: ToolCall, prepared: Ready, scope: CallScope, progress: Progress): Promise<PreparedCall> {
  const hook = scope.context.hooks?.pre_tool_call
  if (!hook) return prepared
  const { sessionId, signal } = scope.context
  const { tool, args } = prepared
  try {
    const asked = Promise.resolve(hook({ sessionId, call, tool, args }))
    const said = await withinLimit(untilAborted(asked, signal), scope.limits.hookTimeoutMs, 'The check of this call')
    const verdict = readHookResult('The hook pre_tool_call', said, verdictResult)
    if (verdict?.action === 'change') return prepareArguments(tool, verdict.args)
    if (verdict?.action === 'approve') progress.isApproved = true
    return verdict?.action === 'block' ? { ok: false, args, reason: blocked(tool, verdict.reason) } : prepared
  } catch (error) {
    signal.throwIfAborted()
    return { ok: false, args, reason: blocked(tool, describeError(error)) }
  }
}

function blocked(tool: Tool, reason: string): string {
  return `"${tool.name}" was blocked: ${reason}`
}

async function askGate(
  call: ToolCall,
  { tool, args }: Ready,
  scope: CallScope,
  isApproved: boolean,
): Promise<GateVerdict> {
  if (!scope.gate) return { allowed: true }
  const { sessionId, taskId, signal, run, hooks } = scope.context
  try {
    const context = { sessionId, taskId, ...(run && { run }), ...(hooks && { hooks }) }
    const request = { tool, args, callId: call.id, isApproved, ...context }
    return await untilAborted(scope.gate.review(request, { signal }), signal)
  } catch (error) {
    signal.throwIfAborted()
    return { allowed: false, reason: blocked(tool, describeError(error)) }
  }
}

async function runTool(call: ToolCall, { tool, input }: Ready, scope: CallScope): Promise<ToolOutcome> {
  const { sessionId, taskId, run, isFromProgram = false } = scope.context
  const limit = startLimit(tool.name, tool.timeoutMs ?? scope.limits.callTimeoutMs, scope.context.signal)
  const signal = limit?.signal ?? scope.context.signal
  let isOpen = true
  const report = (text: string) => {
    if (isOpen) scope.emit({ type: 'tool-progress', callId: call.id, text })
  }
  try {
    const work = Promise.resolve(
      tool.run(input, { callId: call.id, sessionId, taskId, signal, isFromProgram, report, ...(run && { run }) }),
    )
    const outcome = toOutcome(tool, await untilAborted(work, signal, scope.limits.graceMs))
    return markUnfinished(outcome, limit?.reached())
  } catch (error) {
    // Whatever the tool throws after the abort, the model must learn about the time limit.
    throw limit?.reached() ?? (tool.isUntrusted ? cleanError(tool, error) : error)
  } finally {
    isOpen = false
    limit?.end()
  }
}

/** Runs a tool and then lets the gate undo what the tool did, even when the tool failed. */
async function runSettled(verdict: Allowed, runIt: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  if (!verdict.settle) return await runIt()
  let outcome: ToolOutcome | undefined
  try {
    outcome = await runIt()
  } finally {
    const undone = await verdict.settle()
    if (outcome && undone !== undefined) outcome = { ...outcome, content: withNote(outcome.content, undone) }
  }
  return outcome
}

/** Marks the result of a tool that exceeded its time limit, because it may be incomplete. */
function markUnfinished(outcome: ToolOutcome, limit: HermesError | undefined): ToolOutcome {
  return limit ? { ...outcome, content: withNote(outcome.content, limit.message), isError: true } : outcome
}

function withNote(content: MessageContent, sentence: string): MessageContent {
  const note = `\n\n[${sentence}]`
  return typeof content === 'string' ? content + note : [...content, { type: 'text', text: note }]
}

/** Cleans the error of an untrusted tool, because its message may contain text written for the model. */
function cleanError(tool: Tool, error: unknown): HermesError {
  // Omits the cause, which would otherwise be described too.
  return new HermesError('tool/failed', `"${tool.name}" failed: ${withoutInvisible(describeError(error))}`)
}
