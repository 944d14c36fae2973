import type { Environment, Logger, Plugin, QuestionDesk, SessionStore, Tool, ToolExecutor } from '@hermes/core'
import type { Redactor } from '@hermes/safety/redact'
import {
  clarifyTools,
  createShellStates,
  createStoredTodos,
  createToolExecutor,
  createToolRegistry,
  selectTools,
  type TerminalLimits,
  type ToolExecutorOptions,
  type ToolRegistry,
  terminalTools,
  todoTools,
} from '@hermes/tools'
import { webTools } from '@hermes/tools/web'
import type { Approvals } from './approvals/approvals.js'
import { type ApprovalServices, wireApprovals } from './approvals/wire-approvals.js'
import type { Config } from './config/config-schema.js'
import { programLimits, wireCode } from './features/code/wire-code.js'
import { type WiredProcesses, wireProcesses } from './features/processes/wire-processes.js'
import { keepTodos } from './features/todos/keep-todos.js'
import { webOptions } from './features/web/web-options.js'
import { wireFiles } from './files/wire-files.js'
import type { RuntimeOptions } from './runtime.js'
import { wireSpill } from './spill/wire-spill.js'
import { chooseToolsets } from './toolsets/choose-toolsets.js'
import { describeTools, type ToolStatus } from './toolsets/tool-status.js'

export interface WiredTools {
  readonly executor: ToolExecutor
  /** All that there are, whether or not the config asks for them. */
  readonly registry: ToolRegistry
  /** Those that the config asks for. */
  selected(): readonly Tool[]
  /** All that there are, each with whether a new session gets it, or why not. */
  describe(): Promise<readonly ToolStatus[]>
  /** Runs other tools behind the same gate. */
  executorOf(tools: readonly Tool[]): ToolExecutor
  /** Where commands start. */
  readonly workingDirectory: string
  /** Where a task's shell is now. */
  folderOf(taskId: string): string
  /** What the tools need to hear of a turn. */
  readonly plugins: readonly Plugin[]
  readonly approvals: Approvals
  readonly processes: WiredProcesses
}

export interface ToolServices {
  readonly environment: Environment
  readonly store: SessionStore
  readonly questions: QuestionDesk
  readonly logger: Logger
  readonly redactor: Redactor
  readonly judgeModel: ApprovalServices['judgeModel']
  /** Of the model that answers, in tokens, once it is known. */
  contextWindow(): number | undefined
}

/** The tools of the toolsets that the config asks for, behind the approval gate. */
export function wireTools(
  options: RuntimeOptions,
  { environment, store, questions, logger, redactor, judgeModel, contextWindow }: ToolServices,
): WiredTools {
  const { config, paths, surface, variables } = options
  const spill = wireSpill(paths, environment, logger)
  const todos = createStoredTodos(store)
  const shells = createShellStates(environment.workingDirectory)
  const secrets = config.security.redact_secrets && redactor
  const processes = wireProcesses(options, { store, redactor: secrets, logger })
  const code = wireCode(config, { environment, variables, shells, redactor: secrets, spill })
  const files = wireFiles(options, environment, shells)
  const registry = createToolRegistry([
    ...terminalTools({
      environment,
      limits: terminalLimits(config),
      states: shells,
      processes: processes.table,
      spill,
      redactor: secrets,
    }),
    ...files.tools,
    ...todoTools({ store: todos }),
    ...clarifyTools({ clarify: questions.clarify, isAvailable: () => questions.isAttended }),
    ...webTools(webOptions(options, spill)),
    ...code.tools,
  ])
  const { gate, approvals } = wireApprovals(options, {
    environment,
    questions,
    logger,
    redactor,
    judgeModel,
    folderOf: (taskId) => shells.get(taskId).folder,
    assessors: { execute_code: code.assess, process: processes.assess },
  })
  const { resolvePath } = files
  const guarded = {
    gate,
    redactor: secrets,
    search: { mode: config.tools.tool_search },
    services: { logger, resolvePath, spill, contextWindow, variables },
  }
  const chosen = chooseToolsets(config, surface)
  const selected = () => selectTools(registry.list(), chosen.toolsets, chosen.toolsetOptions)
  const open = (
    own: Pick<ToolExecutorOptions, 'registry' | 'toolsets' | 'toolsetOptions'>,
    tools: () => readonly Tool[],
  ) => {
    const forModel = { ...own, ...guarded }
    const forPrograms = { ...forModel, limits: programLimits, services: { logger, resolvePath, variables } }
    return code.road.join(createToolExecutor(forModel), { executor: createToolExecutor(forPrograms), tools })
  }
  return {
    executor: open({ registry, ...chosen }, selected),
    registry,
    selected,
    describe: () => describeTools({ registry, selected: selected(), variables, logger }),
    executorOf: (tools) => open({ registry: createToolRegistry(tools) }, () => tools),
    workingDirectory: environment.workingDirectory,
    folderOf: (taskId) => shells.get(taskId).folder,
    plugins: [keepTodos(todos), files.plugin, code.plugin, processes.plugin],
    approvals,
    processes,
  }
}

/** No command may ask for more time than 10 minutes, unless the config itself gives more to every one. */
function terminalLimits({ terminal, tool_output }: Config): TerminalLimits {
  const timeoutMs = terminal.timeout * 1000
  return { timeoutMs, maxTimeoutMs: Math.max(timeoutMs, 600_000), outputCharacters: tool_output.max_chars }
}
