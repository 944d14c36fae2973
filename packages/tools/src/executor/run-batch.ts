import type {
  ExecuteContext,
  Logger,
  MessageContent,
  Tool,
  ToolCall,
  ToolEvent,
  ToolGate,
  ToolMessage,
} from '@hermes/core'
import type { ToolResultEvent } from '@hermes/core/hooks'
import { contentLength } from '../shared/bound-output.js'
import { spillResult } from '../spill/spill-result.js'
import type { SpillStore } from '../spill/spill-store.js'
import { type ExecutorLimits, leastResultChars } from './limits.js'
import type { OutputRedaction } from './redact-output.js'
import { type CallScope, type FinishedCall, runCall } from './run-call.js'
import { hasResultHooks, runResultHooks } from './run-result-hooks.js'
import { canRunInParallel } from './schedule.js'
import { startAll } from './start-all.js'

/** Services shared by all batches of an executor. */
export interface BatchServices {
  readonly gate: ToolGate | undefined
  readonly clean: OutputRedaction
  readonly spill: SpillStore | undefined
  readonly now: () => number
  readonly logger: Logger
  resolvePath(path: string, taskId: string): Promise<string>
  /** Returns the call that a bridge tool stands for, with the same id. Other calls are returned unchanged. */
  unwrap(call: ToolCall): ToolCall
}

export interface Batch {
  readonly tools: ReadonlyMap<string, Tool>
  readonly limits: ExecutorLimits
  readonly context: ExecuteContext
  emit(event: ToolEvent): void
}

/** Call as the model wrote it, and the call that it stands for. They differ only for bridge tools. */
interface MeantCall {
  readonly written: ToolCall
  readonly call: ToolCall
}

/** Runs the calls of one answer, concurrently if possible. Emits all of their events. Never rejects. */
export async function runBatch(calls: readonly ToolCall[], batch: Batch, services: BatchServices): Promise<void> {
  const { tools, limits } = batch
  const meant = calls.map((written): MeantCall => ({ written, call: services.unwrap(written) }))
  const inParallel =
    meant.length > 1 &&
    (await canRunInParallel(
      meant.map(({ call }) => call.function),
      {
        concurrencyOf: (name) => tools.get(name)?.concurrency,
        resolvePath: (path) => services.resolvePath(path, batch.context.taskId),
      },
    ))
  const settle = settleCalls(batch, services)
  if (inParallel) await Promise.all(startAll(meant, limits.parallelCalls, settle))
  else for (const one of meant) await settle(one)
}

/** Runs calls until their `tool-end`. Each result reduces the remaining limit of the batch. */
function settleCalls({ tools, limits, context, emit }: Batch, services: BatchServices) {
  const { clean, spill, logger, gate, now } = services
  const scope: CallScope = { tools, context, gate, limits, now, emit: (event) => emit(clean.event(event)) }
  const readTool = tools.values().find(({ readsFiles }) => readsFiles)?.name
  let left = limits.batchChars

  /** Reserves the share of a result immediately, because other calls may end while a long result is being stored. */
  const fit = (call: ToolCall, content: MessageContent): Promise<MessageContent> => {
    const own = tools.get(call.function.name)?.maxResultChars ?? limits.resultChars
    const ofTool = own === Number.POSITIVE_INFINITY ? own : Math.min(own, limits.resultChars)
    const limit = Math.min(ofTool, Math.max(left, leastResultChars))
    left -= Math.min(contentLength(content), limit)
    const origin = { conversation: context.run?.rootSessionId ?? context.sessionId, callId: call.id }
    return spillResult(content, { limit, spill, origin, readTool })
  }

  return async ({ written, call }: MeantCall): Promise<void> => {
    const finished = await clean.outcome(await runCall(call, scope))
    const heard = hasResultHooks(context)
      ? await runResultHooks(
          toHookEvent(call, finished, { context, tool: tools.get(call.function.name) }),
          context,
          logger,
          limits.hookTimeoutMs,
        )
      : undefined
    const content = await fit(call, heard === undefined ? finished.content : await clean.content(heard))
    emit(toEnd(call, finished, toToolMessage(written, content)))
  }
}

function toHookEvent(
  call: ToolCall,
  finished: FinishedCall,
  { context: { sessionId }, tool }: { readonly context: ExecuteContext; readonly tool: Tool | undefined },
): ToolResultEvent {
  const { args, content, isError = false } = finished
  return { sessionId, call, ...(tool && { tool }), args, result: toToolMessage(call, content), isError }
}

function toToolMessage(call: ToolCall, content: MessageContent): ToolMessage {
  return { role: 'tool', tool_call_id: call.id, name: call.function.name, content }
}

function toEnd(call: ToolCall, finished: FinishedCall, message: ToolMessage): ToolEvent {
  const { durationMs, display, amount, refusal, isError = false } = finished
  const end = { type: 'tool-end', call, message, isError, durationMs } as const
  return { ...end, ...(display !== undefined && { display }), ...(amount && { amount }), ...(refusal && { refusal }) }
}
