import { homedir } from 'node:os'
import type { ToolGate } from '@hermes/core'
import {
  type AvailableTools,
  describeError,
  type ExecuteContext,
  type Logger,
  silentLogger,
  type Tool,
  type ToolCall,
  type ToolEvent,
  type ToolExecutor,
} from '@hermes/core'
import type { TextRedactor } from '@hermes/safety/redact'
import { availableTools, missingVariablesReason } from '../registry/availability.js'
import { extendRegistry } from '../registry/extend-registry.js'
import { createKeptDefinitions } from '../registry/kept-definitions.js'
import type { ToolRegistry } from '../registry/registry.js'
import { type SelectOptions, selectTools } from '../registry/select-tools.js'
import { toDefinition } from '../registry/to-definition.js'
import { repairCall } from '../shared/arguments/repair-call.js'
import { resolvePath } from '../shared/resolve-path.js'
import type { SpillStore } from '../spill/spill-store.js'
import { createToolSearch, type ToolSearchOptions } from '../tool-search/create-tool-search.js'
import { defaultLimits, type ExecutorLimits, fitToWindow } from './limits.js'
import { createOutputRedaction } from './redact-output.js'
import { runBatch } from './run-batch.js'
import { streamBatch } from './stream-batch.js'

export interface ToolExecutorOptions {
  readonly registry: ToolRegistry
  /** Names of toolsets and tools to include. Default: every registered tool. */
  readonly toolsets?: readonly string[]
  readonly toolsetOptions?: SelectOptions
  /** Decides which calls may run. Default: every call runs, and the embedding program is responsible. */
  readonly gate?: ToolGate
  readonly limits?: Partial<ExecutorLimits>
  /** Options for hiding deferrable tools behind a search. Default: hidden when their definitions take a tenth of the window. */
  readonly search?: ToolSearchOptions
  /**
   * Removes secrets from all output of tools before it reaches hooks, the model, the store or the screen. Default:
   * removes everything that looks like a secret. `false` removes nothing; the embedding program is then responsible.
   */
  readonly redactor?: TextRedactor | false
  readonly services?: ExecutorServices
}

export interface ExecutorServices {
  /** Default: `Date.now`. */
  readonly now?: () => number
  /**
   * Resolves a path argument, to detect calls on the same file. Relative paths start at the working directory of the
   * task's tools. Default: on this machine, from the process's working directory.
   */
  readonly resolvePath?: (path: string, taskId: string) => Promise<string>
  /** Stores output that is too long for the model. Default: the middle is dropped. */
  readonly spill?: SpillStore
  /** Returns the context window of the model in tokens, if known. A small window lowers the limits of results. */
  readonly contextWindow?: () => number | undefined
  /** Variables to check the tools' `requiredVariables` against. Default: they are not checked. */
  readonly variables?: Readonly<Record<string, string | undefined>>
  /** Logs failing hooks and availability checks. Default: silent. */
  readonly logger?: Logger
}

/**
 * Runs the tool calls of a model's answer. Each call passes argument repair, coercion, validation, `pre_tool_call`, the
 * gate, the tool, redaction, `post_tool_call`, `transform_tool_result` and the output limits, in this order. Every
 * `tool-end` follows a `tool-start` of its call.
 *
 * `definitions` throws a {@link ConfigError} when `toolsets` contains an unknown name.
 */
export function createToolExecutor(options: ToolExecutorOptions): ToolExecutor {
  const { registry, toolsets, services = {} } = options
  const { now = Date.now, logger = silentLogger, variables, contextWindow = () => undefined } = services
  const limits = { ...defaultLimits, ...options.limits }
  const select = () => (toolsets ? selectTools(registry.list(), toolsets, options.toolsetOptions) : registry.list())
  const selected = rememberByGeneration(registry, select)
  const available = (tools: readonly Tool[]) => availableTools(tools, { variables, logger })
  const search = createToolSearch(options.search ?? {}, {
    contextWindow,
    findable: () => available(selected().filter(({ isDeferrable }) => isDeferrable)),
    mayGrow: () => registry.isOpen,
  })
  const callable = rememberByGeneration(
    registry,
    (): ReadonlyMap<string, Tool> => new Map([...search.bridge, ...selected()].map((tool) => [tool.name, tool])),
  )

  /** Returns no tools instead of throwing: a toolset that loses its last tool must not end the turn of a running session. */
  const callableOrNone = (): ReadonlyMap<string, Tool> => {
    try {
      return callable()
    } catch (error) {
      logger.log('error', describeError(error))
      return new Map()
    }
  }

  const keepDefinitions = createKeptDefinitions()

  const batchServices = {
    gate: options.gate,
    clean: createOutputRedaction(options.redactor),
    spill: services.spill,
    now,
    logger,
    resolvePath: services.resolvePath ?? ((path: string) => resolvePath(path, { cwd: process.cwd(), home: homedir() })),
  }

  const startBatch = (calls: readonly ToolCall[], context: ExecuteContext, emit: (event: ToolEvent) => void) => {
    const tools = callableOrNone()
    const batch = { tools, limits: fitToWindow(limits, contextWindow()), context, emit }
    return runBatch(calls, batch, { ...batchServices, unwrap: (call) => search.unwrap(call, tools) })
  }

  return {
    async definitions(kept) {
      if (!kept) await registry.ready()
      // The result of a tool's check may differ between processes, for example while no person can be asked yet.
      // It must not change the requests of a running session.
      const tools = kept
        ? kept.flatMap((name) => callable().get(name) ?? []).filter((tool) => !missingVariablesReason(tool, variables))
        : search.list(await available(selected()))
      const session: AvailableTools = new Map(tools.map((tool) => [tool.name, tool]))
      return keepDefinitions(tools.map((tool) => toDefinition(tool, session, logger)))
    },
    repairCall,
    traitsOf: (name) => callableOrNone().get(name),
    withTools: (tools) => createToolExecutor({ ...options, registry: extendRegistry(registry, tools) }),
    execute: (calls, context) =>
      streamBatch((signal, emit) => startBatch(calls, { ...context, signal }, emit), context.signal),
  }
}

function rememberByGeneration<Value>(registry: ToolRegistry, make: () => Value): () => Value {
  let known: { readonly generation: number; readonly value: Value } | undefined
  return () => {
    if (known?.generation !== registry.generation) known = { generation: registry.generation, value: make() }
    return known.value
  }
}
