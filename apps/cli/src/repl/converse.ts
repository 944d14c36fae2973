import { describeError } from '@hermes/core'
import { oneLine } from '../render/safe-text.js'
import { createDoublePress } from './double-press.js'
import { type FrontEnd, leaveWithinMs } from './front-end.js'
import type { History } from './history.js'
import type { ReplContext } from './repl-commands.js'
import { type CommandResult, completeCommand, findReplCommand, isCommandLine } from './slash-command.js'

export interface ConverseOptions {
  readonly frontEnd: FrontEnd
  readonly context: ReplContext
  readonly history: History
  readonly signal: AbortSignal
  /** The first message, never read as a command; empty for none. */
  readonly first: string
}

/** Reads, answers, and does it again until the user leaves or the signal says stop. */
export async function converse({ frontEnd, context, history, signal, first }: ConverseOptions): Promise<void> {
  const { screen, style } = frontEnd
  const prompt = style.bold(style.cyan('❯ '))
  if (first.trim() !== '') {
    screen.write(`${prompt}${oneLine(first)}\n`)
    await guarded(() => answer(first), context)
  }
  while (!signal.aborted) {
    const text = await nextMessage({ frontEnd, context, history, signal, prompt })
    if (text === undefined) return
    await history.add(text)
    if ((await guarded(() => handle(text), context)) === 'quit') return
  }

  async function answer(text: string): Promise<CommandResult> {
    // The settings may have changed since the last turn.
    await context.runtime.agentFor({})
    await context.follow(context.conversation.run(text))
    return 'stay'
  }
  async function handle(text: string): Promise<CommandResult> {
    if (!isCommandLine(text)) return answer(text)
    const found = findReplCommand(context.commands, text)
    if (found.type === 'command') return found.command.run(found.args, context)
    context.print(`${style.yellow(found.message)}\n`)
    return 'stay'
  }
}

interface NextMessage extends Omit<ConverseOptions, 'first'> {
  readonly prompt: string
}

/** The next text that is not blank; `undefined` when the user wants to leave. */
async function nextMessage({ frontEnd, context, history, signal, prompt }: NextMessage): Promise<string | undefined> {
  const { editor, typedAhead, screen, style } = frontEnd
  const leaving = createDoublePress(leaveWithinMs)
  while (!signal.aborted) {
    const answer = await editor.read({
      prompt,
      history: history.entries,
      complete: (text) => completeCommand(context.commands, text),
      typedAhead,
      signal,
      // Counts as the first of two: the second one finds the line empty.
      onCleared: () => leaving.press(),
    })
    if (answer.type === 'end') return undefined
    if (answer.type === 'text' && answer.text.trim() !== '') return answer.text
    if (answer.type === 'cancel' && leaving.press()) return undefined
    if (answer.type === 'cancel' && !signal.aborted) screen.write(`${style.dim('Ctrl+C again to leave.')}\n`)
  }
  return undefined
}

/** What goes wrong in one message must not end the chat. */
async function guarded(
  action: () => Promise<CommandResult>,
  { print, style, runtime }: ReplContext,
): Promise<CommandResult> {
  try {
    return await action()
  } catch (error) {
    print(`${style.red(`✗ ${oneLine(error instanceof Error ? error.message : String(error))}`)}\n`)
    runtime.logger.log('error', describeError(error))
    return 'stay'
  }
}
