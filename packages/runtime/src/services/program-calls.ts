import type { ExecuteContext, RunContext, Tool, ToolExecutor, ToolOutcome } from '@hermes/core'
import type { ToolHooks } from '@hermes/core/hooks'
import type { CallableTool, ProgramCallContext, ProgramTools, ToolRequest } from '@hermes/tools/code'

/** Routes the tool calls of programs to the executor of the agent that runs the program. */
export interface ProgramCalls {
  readonly tools: ProgramTools
  /**
   * Wraps the executor of an agent. Calls of its programs go through `programs`, which has the same tools, with the hooks of the turn.
   * Programs of a sub-agent therefore have no more tools than the sub-agent.
   */
  join(executor: ToolExecutor, programs: ProgramExecutor): ToolExecutor
}

export interface ProgramExecutor {
  readonly executor: ToolExecutor
  readonly tools: () => readonly Tool[]
}

interface Turn extends ProgramExecutor {
  readonly hooks?: ToolHooks | undefined
}

export function createProgramCalls(): ProgramCalls {
  const turns = new WeakMap<RunContext, Turn>()
  const turnOf = (run: RunContext | undefined) => (run === undefined ? undefined : turns.get(run))
  return {
    tools: {
      async list({ run }) {
        const turn = turnOf(run)
        return turn ? callable(turn) : []
      },
      async call(request, context) {
        const turn = turnOf(context.run)
        return turn ? execute(turn, request, context) : failure('Programs have no tools here.')
      },
    },
    // Tools added later would be unavailable to programs, so an agent with such a plugin is rejected.
    join: ({ withTools: _, ...executor }, programs) => ({
      ...executor,
      execute(calls, context) {
        if (context.run) turns.set(context.run, { ...programs, hooks: context.hooks })
        return executor.execute(calls, context)
      },
    }),
  }
}

async function callable({ executor, tools }: ProgramExecutor): Promise<readonly CallableTool[]> {
  const available = await executor.definitions()
  return tools().flatMap(({ name, concurrency, callableFromPrograms }) => {
    const definition = callableFromPrograms ? available.find((each) => each.name === name) : undefined
    return definition ? [{ ...definition, concurrency }] : []
  })
}

async function execute(turn: Turn, { id, name, args }: ToolRequest, context: ProgramCallContext): Promise<ToolOutcome> {
  const { report } = context
  await untilResumed(context)
  const call = { id, type: 'function', function: { name, arguments: JSON.stringify(args) } } as const
  for await (const event of turn.executor.execute([call], toExecuteContext(turn, context))) {
    if (event.type === 'tool-progress') report(`${name}: ${event.text}`)
    if (event.type === 'tool-end') return { content: event.message.content, isError: event.isError }
  }
  return failure(`The call of ${name} returned no result.`)
}

/** Waits until the run resumes. Like the time of a question, a pause does not count towards the time of the program. */
async function untilResumed({ run, signal, waiting }: ProgramCallContext): Promise<void> {
  if (!run?.untilResumed) return
  waiting.begin()
  // After an abort, the executor answers the call.
  await run.untilResumed(signal).catch(() => undefined)
  waiting.end()
}

function toExecuteContext({ hooks }: Turn, context: ProgramCallContext): ExecuteContext {
  const { sessionId, taskId, signal, run, waiting } = context
  return { sessionId, taskId, signal, ...(run && { run }), isFromProgram: true, hooks: whileAsked(hooks, waiting) }
}

/** Reports when a question to a person starts and ends. */
function whileAsked(hooks: ToolHooks | undefined, waiting: ProgramCallContext['waiting']): ToolHooks {
  return {
    ...hooks,
    async pre_approval_request(event) {
      waiting.begin()
      await hooks?.pre_approval_request?.(event)
    },
    async post_approval_response(event) {
      waiting.end()
      await hooks?.post_approval_response?.(event)
    },
  }
}

function failure(content: string): ToolOutcome {
  return { content, isError: true }
}
