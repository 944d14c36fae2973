import type { Environment, Logger, Plugin, ToolExecutor } from '@hermes/core'
import {
  clarifyTools,
  createShellStates,
  createTodoStore,
  createToolExecutor,
  createToolRegistry,
  fileTools,
  type TerminalLimits,
  type TodoStore,
  terminalTools,
  todosFromHistory,
  todoTools,
} from '@hermes/tools'
import { createApprovalGate } from '@hermes/tools/approval'
import type { Config } from './config-schema.js'
import { userFolder } from './home-paths.js'
import type { RuntimeOptions } from './runtime.js'

export interface WiredTools {
  readonly executor: ToolExecutor
  /** What the tools need to hear of a turn. */
  readonly plugins: readonly Plugin[]
}

/** The tools of the toolsets that the config asks for, behind the approval gate. */
export function wireTools(options: RuntimeOptions, environment: Environment, logger: Logger): WiredTools {
  const { config, paths, variables, surface } = options
  const { approve, clarify } = surface
  const todos = createTodoStore()
  const shells = createShellStates(environment.workingDirectory)
  const registry = createToolRegistry([
    ...terminalTools({ environment, limits: terminalLimits(config), states: shells }),
    ...fileTools({ environment, protect: { agentHome: paths.home } }),
    ...todoTools({ store: todos }),
    ...(clarify ? clarifyTools({ clarify }) : []),
  ])
  const gate = createApprovalGate({
    mode: config.approvals.mode,
    timeoutMs: config.approvals.timeout * 1000,
    // A command is judged from where it will run: a relative path means something else after `cd /`.
    workingDirectory: ({ taskId }) => shells.get(taskId).folder,
    home: userFolder(variables),
    ...(approve && { approve }),
  })
  const resolvePath = (path: string) => environment.files.resolve(path)
  const executor = createToolExecutor({ registry, toolsets: config.toolsets, gate, services: { logger, resolvePath } })
  return { executor, plugins: [todoMemory(todos)] }
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
