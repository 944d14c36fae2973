import {
  describeError,
  type Logger,
  mayChangeFiles,
  mayDropWork,
  type Plugin,
  silentLogger,
  summarizeCall,
} from '@hermes/core'
import type { ToolCallEvent } from '@hermes/core/hooks'
import type { Checkpoints } from './checkpoints.js'

export interface CheckpointPluginOptions {
  readonly checkpoints: Checkpoints
  /** Maximum delay of a call by a checkpoint, in milliseconds. Default: 15,000. */
  readonly timeoutMs?: number
  readonly logger?: Logger
}

/**
 * Takes a checkpoint before the first call of each turn that may change files, and before every call that may discard
 * work, according to the traits of the tool. A failure does not block the call; it is logged, and no further
 * checkpoints are tried.
 */
export function checkpointPlugin(options: CheckpointPluginOptions): Plugin {
  const { checkpoints, timeoutMs = 15_000, logger = silentLogger } = options
  const startedTurns = new Set<string>()
  let isDisabled = false
  return {
    name: 'checkpoints',
    hooks: {
      pre_llm_call({ sessionId }) {
        startedTurns.add(sessionId)
        return undefined
      },
      async pre_tool_call(event) {
        const { sessionId, tool, args } = event
        const isDue = startedTurns.has(sessionId)
          ? !tool || mayChangeFiles(tool, args)
          : tool && mayDropWork(tool, args)
        if (isDisabled || !isDue) return undefined
        try {
          startedTurns.delete(sessionId)
          await checkpoints.take(describe(event), { sessionId, signal: AbortSignal.timeout(timeoutMs) })
        } catch (error) {
          isDisabled = true
          logger.log('warn', `Checkpoints are disabled after a failure: ${describeError(error)}`)
        }
        return undefined
      },
    },
  }
}

function describe({ call, tool, args }: ToolCallEvent): string {
  const subject = (tool && summarizeCall(tool, args)) ?? args.path ?? args.command ?? ''
  const text = typeof subject === 'string' ? subject.replaceAll(/\s+/g, ' ') : ''
  return `before ${call.function.name} ${text}`.trim().slice(0, 80)
}
