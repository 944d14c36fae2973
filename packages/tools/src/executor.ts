import { homedir } from 'node:os'
import {
  describeError,
  type ExecuteContext,
  InterruptError,
  type Logger,
  type MessageContent,
  silentLogger,
  type Tool,
  type ToolCall,
  type ToolDefinition,
  type ToolEvent,
  type ToolExecutor,
  type ToolMessage,
  type ToolResultEvent,
} from '@hermes/core'
import type { Redactor } from '@hermes/core/redact'
import { boundContent, contentLength } from './bound-output.js'
import { createEventQueue } from './event-queue.js'
import type { ToolGate } from './gate.js'
import { defaultLimits, type ExecutorLimits, leastResultChars } from './limits.js'
import { createOutputRedaction } from './redact-output.js'
import type { ToolRegistry } from './registry.js'
import { resolvePath } from './resolve-path.js'
import { type CallScope, type FinishedCall, runCall } from './run-call.js'
import { canRunInParallel } from './schedule.js'
import { tellHooks } from './tell-hooks.js'
import { type SelectOptions, selectTools } from './toolsets.js'
import { startAll, withinLimit } from './until.js'

export interface ToolExecutorOptions {
  readonly registry: ToolRegistry
  /** Names of toolsets. Default: every registered tool. */
  readonly toolsets?: readonly string[]
  readonly toolsetOptions?: SelectOptions
  /** Who decides what may run. Default: everything may; whoever embeds the executor is then responsible. */
  readonly gate?: ToolGate
  readonly limits?: Partial<ExecutorLimits>
  /**
   * Takes secrets out of all that tools give out, before hooks, model, store or screen get it. Default: whatever looks like a
   * secret goes. `false`: it stays; whoever embeds the executor is then responsible.
   */
  readonly redactor?: Pick<Redactor, 'redact'> | false
  readonly services?: ExecutorServices
}

export interface ExecutorServices {
  /** Default `Date.now`. */
  readonly now?: () => number
  /** Where a path of a call leads, to tell whether two calls meet. Default: on this machine, from the process's folder. */
  readonly resolvePath?: (path: string) => Promise<string>
  /** Hears of failing hooks and availability checks. Default: silent. */
  readonly logger?: Logger
}

/**
 * Runs the calls of a model's answers. Each goes through argument repair, coercion, validation, `pre_tool_call`, the gate,
 * the tool, redaction, `post_tool_call`, `transform_tool_result` and the output limits, in this order. Every `tool-end` comes after a `tool-start` of its call.
 *
 * `definitions` throws a {@link ConfigError} when `toolsets` names an unknown one.
 */
export function createToolExecutor(options: ToolExecutorOptions): ToolExecutor {
  const { registry, toolsets, services = {} } = options
  const { now = Date.now, logger = silentLogger } = services
  const limits = { ...defaultLimits, ...options.limits }
  const clean = createOutputRedaction(options.redactor)
  const resolve = services.resolvePath ?? ((path) => resolvePath(path, { cwd: process.cwd(), home: homedir() }))
  const selected = rememberByGeneration(registry, () =>
    toolsets ? selectTools(registry.list(), toolsets, options.toolsetOptions) : registry.list(),
  )

  /** Once a session runs, a toolset that went away with its last tool must not end the turn. */
  const selectedOrNone = () => {
    try {
      return selected()
    } catch (error) {
      logger.log('error', describeError(error))
      return []
    }
  }

  async function runBatch(calls: readonly ToolCall[], context: ExecuteContext, emit: (event: ToolEvent) => void) {
    const tools = new Map(selectedOrNone().map((tool) => [tool.name, tool]))
    const scope: CallScope = {
      tools,
      context,
      gate: options.gate,
      limits,
      now,
      emit: (event) => emit(clean.event(event)),
    }
    const run = async (call: ToolCall) => clean.outcome(await runCall(call, scope))
    const inParallel = await canRunInParallel(
      calls.map((call) => call.function),
      { concurrencyOf: (name) => tools.get(name)?.concurrency, resolvePath: resolve },
    )
    let left = limits.batchChars
    const finish = async (call: ToolCall, finished: FinishedCall) => {
      const { content, isError = false } = finished
      const heard = await tellHooks(toHookEvent(call, finished, context), context, logger, limits.hookTimeoutMs)
      const message = toMessage(call, heard === undefined ? content : clean.content(heard), limits, left)
      left -= contentLength(message.content)
      emit(toEnd(call, finished, message, isError))
    }
    if (inParallel) {
      await Promise.all(startAll(calls, limits.parallelCalls, async (call) => finish(call, await run(call))))
      return
    }
    for (const call of calls) await finish(call, await run(call))
  }

  return {
    definitions: async () => {
      const tools = selected()
      const available = await Promise.all(tools.map((tool) => isAvailable(tool, logger)))
      return tools.filter((_, index) => available[index]).map(toDefinition)
    },
    effectOf: (name) => selectedOrNone().find((tool) => tool.name === name)?.effect,
    async *execute(calls, context) {
      const left = new AbortController()
      const signal = AbortSignal.any([context.signal, left.signal])
      const queue = createEventQueue<ToolEvent>()
      const batch = runBatch(calls, { ...context, signal }, queue.push).finally(queue.end)
      try {
        yield* queue
        await batch
      } finally {
        left.abort(readerLeft)
        await batch
      }
    },
  }
}

/** Made once: building an error, with its stack, for each batch that ends well would cost more than the batch. */
const readerLeft = new InterruptError('Nobody reads the results any more.')

function rememberByGeneration(registry: ToolRegistry, select: () => readonly Tool[]): () => readonly Tool[] {
  let known: { readonly generation: number; readonly tools: readonly Tool[] } | undefined
  return () => {
    if (known?.generation !== registry.generation) known = { generation: registry.generation, tools: select() }
    return known.tools
  }
}

/** A session waits for these checks before its first answer. */
const availabilityLimitMs = 5_000

async function isAvailable(tool: Tool, logger: Logger): Promise<boolean> {
  if (!tool.isAvailable) return true
  try {
    return await withinLimit(
      Promise.resolve(tool.isAvailable()),
      availabilityLimitMs,
      `The availability check of "${tool.name}"`,
    )
  } catch (error) {
    logger.log('warn', 'A tool is left out: its availability check failed.', { tool: tool.name, error: String(error) })
    return false
  }
}

function toDefinition({ name, description, parameters }: Tool): ToolDefinition {
  return { name, description, parameters }
}

function toHookEvent(call: ToolCall, finished: FinishedCall, { sessionId }: ExecuteContext): ToolResultEvent {
  const { args, content, isError = false } = finished
  return { sessionId, call, args, result: toToolMessage(call, content), isError }
}

function toMessage(call: ToolCall, content: MessageContent, limits: ExecutorLimits, left: number): ToolMessage {
  const own = limits.selfBounded.includes(call.function.name) ? Number.POSITIVE_INFINITY : limits.resultChars
  return toToolMessage(call, boundContent(content, Math.min(own, Math.max(left, leastResultChars))))
}

function toToolMessage(call: ToolCall, content: MessageContent): ToolMessage {
  return { role: 'tool', tool_call_id: call.id, name: call.function.name, content }
}

function toEnd(call: ToolCall, finished: FinishedCall, message: ToolMessage, isError: boolean): ToolEvent {
  const { durationMs, display } = finished
  const end = { type: 'tool-end', call, message, isError, durationMs } as const
  return display === undefined ? end : { ...end, display }
}
