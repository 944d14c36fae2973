import type { PayloadOf } from '@hermes/rpc/schemas'
import { askedQuestion } from './asked-question.js'
import { describeContent } from './blocks.js'
import { commandResult } from './command-result.js'
import { endOf } from './end-of.js'
import { todosOf } from './todos-of.js'
import type { ToolBlock } from './view-state.js'

/** A call that has ended. */
export function withResult(
  tool: ToolBlock,
  { isError, durationMs, display, refusal, result }: PayloadOf<'tool.complete'>,
): ToolBlock {
  const text = describeContent(result)
  const command = commandResult(text)
  const asked = isError ? undefined : askedQuestion(text)
  const exitCode = command?.exitCode ?? 0
  const diff = diffOf(display)
  return {
    ...tool,
    status: isError || exitCode !== 0 ? 'failed' : 'done',
    durationMs,
    ...(command && { isCommand: true }),
    ...(exitCode !== 0 && { exitCode }),
    ...(refusal !== undefined && { refusal }),
    ...(asked && { asked }),
    // What a change reports is in its diff, and the tasks are above the input. What a refusal says is for the model.
    output:
      refusal !== undefined || asked || (!isError && (diff !== undefined || todosOf(display)))
        ? ''
        : endOf(command?.output ?? text),
    ...(diff !== undefined && { diff }),
  }
}

function diffOf(display: unknown): string | undefined {
  if (typeof display !== 'object' || display === null || !('diff' in display)) return undefined
  return typeof display.diff === 'string' && display.diff !== '' ? display.diff : undefined
}
