import {
  type ExecuteContext,
  type JsonObject,
  type Tool,
  type ToolCall,
  type ToolDefinition,
  type ToolEvent,
  type ToolExecutor,
  type ToolFacts,
  textOf,
} from '@hermes/core'
import { parseObject } from './provider/json.js'

/** The implementation of a fake tool. A thrown error becomes an error result. */
export type FakeTool = (args: JsonObject, context: ExecuteContext) => string | Promise<string>

/**
 * Creates a tool executor without registry, gate or concurrency: each call runs its function in order, and after an
 * abort the remaining calls get a result that says so.
 *
 * @example `fakeTools({ read_file: ({ path }) => `contents of ${path}` }, { read_file: { effect: 'read' } })`
 */
export function fakeTools(
  tools: Readonly<Record<string, FakeTool>>,
  traits: Readonly<Record<string, Partial<ToolFacts>>> = {},
): ToolExecutor {
  const definitions = Object.keys(tools).map(toDefinition)
  return {
    definitions: async () => definitions,
    traitsOf: (name) => (Object.hasOwn(tools, name) ? { ...unknown, name, ...traits[name] } : undefined),
    withTools: (more) =>
      fakeTools(
        { ...tools, ...Object.fromEntries(more.map((tool) => [tool.name, runOf(tool)])) },
        { ...traits, ...Object.fromEntries(more.map((tool) => [tool.name, tool])) },
      ),
    async *execute(calls, context) {
      for (const call of calls) yield* runCall(tools[call.function.name], call, context)
    },
  }
}

/**
 * Returns a function that validates the arguments with the tool's schema, which fills in defaults, like an executor.
 */
function runOf(tool: Tool): FakeTool {
  return async (args, { sessionId, taskId, signal }) => {
    const validated = await tool.schema?.['~standard'].validate(args)
    if (validated?.issues) throw new TypeError(validated.issues.map(({ message }) => message).join('; '))
    const context = { callId: 'call', sessionId, taskId, signal, report: () => undefined }
    const output = await tool.run(validated ? validated.value : args, context)
    return textOf(typeof output === 'string' ? output : output.content)
  }
}

/** The traits of a tool without a declaration: it may do anything. */
const unknown = { toolset: 'fake', effect: 'once' } as const

function toDefinition(name: string): ToolDefinition {
  return { name, description: `A fake ${name}.`, parameters: { type: 'object' } }
}

async function* runCall(
  tool: FakeTool | undefined,
  call: ToolCall,
  context: ExecuteContext,
): AsyncGenerator<ToolEvent> {
  const args = parseObject(call.function.arguments) ?? {}
  yield { type: 'tool-start', call, args }
  const { content, isError } = await settle(tool, args, context)
  const message = { role: 'tool', tool_call_id: call.id, name: call.function.name, content } as const
  yield { type: 'tool-end', call, message, isError, durationMs: 0 }
}

async function settle(
  tool: FakeTool | undefined,
  args: JsonObject,
  context: ExecuteContext,
): Promise<{ content: string; isError: boolean }> {
  if (context.signal.aborted) return { content: '[cancelled]', isError: true }
  if (!tool) return { content: 'There is no such tool.', isError: true }
  try {
    return { content: await tool(args, context), isError: false }
  } catch (error) {
    return { content: context.signal.aborted ? '[cancelled]' : String(error), isError: true }
  }
}
