import type { Environment, Logger, Plugin, QuestionDesk, Tool, ToolExecutor } from '@hermes/core'
import type { Redactor } from '@hermes/core/redact'
import {
  clarifyTools,
  createShellStates,
  createTodoStore,
  createToolExecutor,
  createToolRegistry,
  fileTools,
  selectTools,
  type TerminalLimits,
  type TodoStore,
  type ToolRegistry,
  terminalTools,
  todosFromHistory,
  todoTools,
} from '@hermes/tools'
import { createApprovalGate } from '@hermes/tools/approval'
import { type WebToolsOptions, webTools } from '@hermes/tools/web'
import type { Config } from './config-schema.js'
import { userFolder } from './home-paths.js'
import type { RuntimeOptions } from './runtime.js'

export interface WiredTools {
  readonly executor: ToolExecutor
  /** All that there are, whether or not the config asks for them. */
  readonly registry: ToolRegistry
  /** Those that the config asks for. */
  selected(): readonly Tool[]
  /** Runs other tools behind the same gate. */
  executorOf(tools: readonly Tool[]): ToolExecutor
  /** Where commands start. */
  readonly workingDirectory: string
  /** What the tools need to hear of a turn. */
  readonly plugins: readonly Plugin[]
}

export interface ToolServices {
  readonly environment: Environment
  readonly questions: QuestionDesk
  readonly logger: Logger
  readonly redactor: Redactor
}

/** The tools of the toolsets that the config asks for, behind the approval gate. */
export function wireTools(
  options: RuntimeOptions,
  { environment, questions, logger, redactor }: ToolServices,
): WiredTools {
  const { config, paths, variables } = options
  const todos = createTodoStore()
  const shells = createShellStates(environment.workingDirectory)
  const registry = createToolRegistry([
    ...terminalTools({ environment, limits: terminalLimits(config), states: shells }),
    ...fileTools({ environment, protect: { agentHome: paths.home } }),
    ...todoTools({ store: todos }),
    ...clarifyTools({ clarify: questions.clarify, isAvailable: () => questions.isAttended }),
    ...webTools(webOptions(options)),
  ])
  const gate = createApprovalGate({
    mode: config.approvals.mode,
    approve: questions.approve,
    // The desk keeps the deadline: it is stored, and shown with the question.
    timeoutMs: Number.POSITIVE_INFINITY,
    // A command is judged from where it will run: a relative path means something else after `cd /`.
    workingDirectory: ({ taskId }) => shells.get(taskId).folder,
    home: userFolder(variables),
    services: { logger },
  })
  const resolvePath = (path: string) => environment.files.resolve(path)
  const guarded = {
    gate,
    redactor: config.security.redact_secrets && redactor,
    services: { logger, resolvePath },
  }
  return {
    executor: createToolExecutor({ registry, toolsets: config.toolsets, ...guarded }),
    registry,
    selected: () => selectTools(registry.list(), config.toolsets),
    executorOf: (tools) => createToolExecutor({ registry: createToolRegistry(tools), ...guarded }),
    workingDirectory: environment.workingDirectory,
    plugins: [todoMemory(todos)],
  }
}

function webOptions({ config: { web }, variables }: RuntimeOptions): WebToolsOptions {
  return {
    search: { backend: web.backend, variables, ...(web.searxng_url && { searxngUrl: web.searxng_url }) },
    extract: { maxChars: web.extract_max_chars, fetching: { limits: { totalMs: web.timeout * 1000 } } },
  }
}

/** No command may ask for more time than 10 minutes, unless the config itself gives more to every one. */
function terminalLimits({ terminal, tool_output }: Config): TerminalLimits {
  const timeoutMs = terminal.timeout * 1000
  return { timeoutMs, maxTimeoutMs: Math.max(timeoutMs, 600_000), outputCharacters: tool_output.max_chars }
}

/** A session that is taken up again finds its list in its own history. */
function todoMemory(store: TodoStore): Plugin {
  return {
    name: 'todo-memory',
    hooks: {
      pre_llm_call({ sessionId, messages }) {
        const known = store.get(sessionId).length > 0 ? undefined : todosFromHistory(messages)
        if (known) store.set(sessionId, known)
        return undefined
      },
    },
  }
}
