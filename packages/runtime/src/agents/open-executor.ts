import type { Environment, Logger, Tool, ToolExecutor, ToolGate } from '@hermes/core'
import type { Redactor } from '@hermes/safety/redact'
import { createToolExecutor, type ExecutorLimits, type SpillStore, type ToolExecutorOptions } from '@hermes/tools'
import type { Variables } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'
import type { ProgramCalls } from '../services/program-calls.js'
import { taskPaths } from '../services/task-paths.js'

export interface ExecutorParts {
  readonly gate: ToolGate
  readonly redactor: Redactor | false
  readonly toolSearch: Config['tools']['tool_search']
  readonly environment: Environment
  readonly folderOf: (taskId: string) => string
  readonly spill: SpillStore
  readonly programs: ProgramCalls
  readonly variables: Variables
  readonly logger: Logger
  /** The context window of the model that reads the results, in tokens. */
  readonly contextWindow?: number | undefined
}

/** Results for programs do not reach the model, so only memory limits them. */
const programLimits: Partial<ExecutorLimits> = { resultChars: 16_000_000, batchChars: 16_000_000 }

/** Creates an executor that runs tools behind the gate, for calls of the model and calls of its programs. */
export function openExecutor(
  own: Pick<ToolExecutorOptions, 'registry' | 'toolsets' | 'toolsetOptions'>,
  tools: () => readonly Tool[],
  parts: ExecutorParts,
): ToolExecutor {
  const { gate, redactor, environment, folderOf, spill, programs, variables, logger, contextWindow } = parts
  const resolvePath = taskPaths(environment, folderOf)
  const guarded = {
    gate,
    redactor,
    search: { mode: parts.toolSearch },
    services: { logger, resolvePath, spill, contextWindow: () => contextWindow, variables },
  }
  const forModel = { ...own, ...guarded }
  const forPrograms = { ...forModel, limits: programLimits, services: { logger, resolvePath, variables } }
  return programs.join(createToolExecutor(forModel), { executor: createToolExecutor(forPrograms), tools })
}
