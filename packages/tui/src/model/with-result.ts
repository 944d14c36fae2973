import type { PayloadOf } from '@hermes/rpc/schemas'
import { askedQuestion } from './asked-question.js'
import { describeContent } from './blocks.js'
import { type CommandResult, commandResult } from './command-result.js'
import { endOf } from './end-of.js'
import { todosOf } from './todos-of.js'
import type { ToolBlock } from './view-state.js'

/** Adds the result of a call that has ended. */
export function withResult(
  tool: ToolBlock,
  { isError, durationMs, amount, display, refusal, result }: PayloadOf<'tool.complete'>,
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
    ...(command && { isCommand: true, printedLines: printedLines(command, amount) }),
    ...(exitCode !== 0 && { exitCode }),
    ...(refusal !== undefined && { refusal }),
    ...(asked && { asked }),
    // The report of a change is in its diff, and the tasks are above the input. The text of a refusal is for the model.
    output:
      refusal !== undefined || asked || (!isError && (diff !== undefined || todosOf(display)))
        ? ''
        : endOf(command?.output ?? text),
    ...(diff !== undefined && { diff }),
  }
}

/** Prefers the tool's count, because the result of a command with much output contains only its start and end. */
function printedLines({ output }: CommandResult, amount: PayloadOf<'tool.complete'>['amount']): number {
  if (amount?.unit === 'line') return amount.count
  return output.trimEnd() === '' ? 0 : output.trimEnd().split('\n').length
}

function diffOf(display: unknown): string | undefined {
  if (typeof display !== 'object' || display === null || !('diff' in display)) return undefined
  return typeof display.diff === 'string' && display.diff !== '' ? display.diff : undefined
}
