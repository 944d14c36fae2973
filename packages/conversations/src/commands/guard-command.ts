import { describeError } from '@hermes/core'
import { untilAborted } from '@hermes/core/wiring'
import type { CommandOutcome } from '../contracts/command-outcome.js'
import type { Command, CommandContext } from './command.js'
import { askToConfirm, type Confirmations, readConfirmed } from './confirm.js'

/** In UTF-8. */
const mostArgumentBytes = 1024 * 1024

/** Wraps a command with the checks that all of them share. */
export function guardCommand(command: Command, confirmations?: Confirmations): Command {
  return {
    ...command,
    async run(args, context) {
      try {
        context.signal.throwIfAborted()
        if (isTooLong(args)) return { type: 'error', text: `The arguments of /${command.name} are longer than 1 MB.` }
        return await untilAborted(runConfirmed({ command, args, context, confirmations }), context.signal)
      } catch (error) {
        return { type: 'error', text: describeError(error) }
      }
    },
  }
}

interface Call {
  readonly command: Command
  readonly args: string
  readonly context: CommandContext
  readonly confirmations: Confirmations | undefined
}

async function runConfirmed({ command, args: given, context, confirmations }: Call): Promise<CommandOutcome> {
  if (command.isDestructive === undefined || command.isDestructive === false) return command.run(given, context)
  const { args, answer } = readConfirmed(given)
  if (answer === 'always') await confirmations?.remember(command.name, context.person)
  const isSettled = answer !== undefined || (await confirmations?.isRemembered(command.name, context.person)) === true
  if (isSettled || !(await isDestructive(command, args, context))) return command.run(args, context)
  return askToConfirm(command, args, { canRemember: confirmations !== undefined, loss: command.lossOf?.(context) })
}

async function isDestructive(command: Command, args: string, context: CommandContext): Promise<boolean> {
  const { isDestructive } = command
  return typeof isDestructive === 'function' ? isDestructive(args, context) : isDestructive === true
}

function isTooLong(text: string): boolean {
  // A UTF-16 unit takes one to three bytes.
  if (text.length * 3 <= mostArgumentBytes) return false
  return text.length > mostArgumentBytes || new TextEncoder().encode(text).length > mostArgumentBytes
}
