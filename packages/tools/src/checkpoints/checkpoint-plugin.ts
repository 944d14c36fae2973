import { describeError, type Logger, type Plugin, silentLogger, type ToolCallEvent } from '@hermes/core'
import type { Checkpoints } from './checkpoints.js'

export interface CheckpointPluginOptions {
  readonly checkpoints: Checkpoints
  /** Default: those of the file tools, `terminal`, `process` and `execute_code`. */
  readonly tools?: readonly string[]
  /** Asked for calls of `tools`: whether this one may change files. Default: all of them may. */
  readonly mayChange?: (event: ToolCallEvent) => boolean | Promise<boolean>
  /** How long one may take before the call goes on without, in milliseconds. Default 15,000. */
  readonly timeoutMs?: number
  readonly logger?: Logger
}

const changingTools = ['write_file', 'patch', 'terminal', 'process', 'execute_code']

/**
 * Takes a checkpoint before the first call of each turn that may change files. A failure never holds a call up: it is
 * logged, and no more are tried.
 */
export function checkpointPlugin(options: CheckpointPluginOptions): Plugin {
  const {
    checkpoints,
    tools = changingTools,
    mayChange = () => true,
    timeoutMs = 15_000,
    logger = silentLogger,
  } = options
  const begun = new Set<string>()
  let isGivenUp = false
  return {
    name: 'checkpoints',
    hooks: {
      pre_llm_call({ sessionId }) {
        begun.add(sessionId)
        return undefined
      },
      async pre_tool_call(event) {
        const { sessionId, call } = event
        if (isGivenUp || !begun.has(sessionId) || !tools.includes(call.function.name)) return undefined
        try {
          if (!(await mayChange(event))) return undefined
          begun.delete(sessionId)
          await checkpoints.take(describe(event), { sessionId, signal: AbortSignal.timeout(timeoutMs) })
        } catch (error) {
          isGivenUp = true
          logger.log('warn', `No checkpoints are taken from here on: ${describeError(error)}`)
        }
        return undefined
      },
    },
  }
}

function describe({ call, args }: ToolCallEvent): string {
  const subject = args.path ?? args.command ?? ''
  const text = typeof subject === 'string' ? subject.replaceAll(/\s+/g, ' ') : ''
  return `before ${call.function.name} ${text}`.trim().slice(0, 80)
}
