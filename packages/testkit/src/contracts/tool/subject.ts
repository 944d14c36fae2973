import type { JsonObject, Tool, ToolContext, ToolOutcome } from '@hermes/core'
import { isRecord } from '@hermes/core/wiring'

export interface ToolContractOptions {
  /** The name of the tool in the report. */
  readonly name: string
  /** Creates the tool before each test. It will be run, so its services must be fakes or disposable. */
  create(): Tool | Promise<Tool>
  /**
   * Arguments of a valid call. With them, the suite runs the tool once normally and once with an aborted signal. Default: only invalid
   * calls are made.
   */
  readonly args?: JsonObject
  /**
   * How long a call may take after its signal was aborted, in milliseconds. Default: 2,000, the grace period of an
   * executor.
   */
  readonly graceMs?: number
}

/** Makes a call like an executor: a thrown error becomes an error result. */
export async function callTool(tool: Tool, args: unknown, signal: AbortSignal): Promise<ToolOutcome> {
  const context: ToolContext = { callId: 'call_1', sessionId: 's', taskId: 't', signal, report: () => undefined }
  try {
    const validated = await tool.schema?.['~standard'].validate(args)
    if (validated?.issues) return { content: validated.issues.map(({ message }) => message).join('; '), isError: true }
    const output = await tool.run(validated ? validated.value : args, context)
    return typeof output === 'string' ? { content: output } : output
  } catch (error) {
    return { content: String(error), isError: true }
  }
}

/** Returns the arguments that a tool declares, by name. */
export function declaredArguments({ parameters }: Pick<Tool, 'parameters'>): readonly string[] {
  return isRecord(parameters.properties) ? Object.keys(parameters.properties) : []
}
