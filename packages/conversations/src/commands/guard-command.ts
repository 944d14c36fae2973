import { describeError } from '@hermes/core'
import { type JudgeCommand, untilAborted } from '@hermes/core/wiring'
import { english } from '@hermes/safety/language'
import type { CommandOutcome } from '../contracts/command-outcome.js'
import type { Command, CommandContext } from './command.js'
import { askToConfirm, type Confirmations, readConfirmed } from './confirm.js'

/** The size limit of arguments, in bytes of UTF-8. */
const mostArgumentBytes = 1024 * 1024

export interface CommandGuards {
  readonly confirmations?: Confirmations | undefined
  /** See `CommandTableOptions.judge`. */
  readonly judge?: JudgeCommand | undefined
}

/** Wraps a command with the checks that all commands share. */
export function guardCommand(command: Command, guards: CommandGuards = {}): Command {
  return {
    ...command,
    async run(args, context) {
      try {
        context.signal.throwIfAborted()
        if (isTooLong(args)) return { type: 'error', text: `The arguments of /${command.name} are longer than 1 MB.` }
        return await untilAborted(runConfirmed({ command, args, context, ...guards }), context.signal)
      } catch (error) {
        return { type: 'error', text: describeError(error) }
      }
    },
  }
}

interface Call extends CommandGuards {
  readonly command: Command
  readonly args: string
  readonly context: CommandContext
}

async function runConfirmed(call: Call): Promise<CommandOutcome> {
  const { command, args: given, context, confirmations } = call
  if (command.isDestructive === undefined || command.isDestructive === false) return runJudged(call, given)
  const { args, answer } = readConfirmed(given)
  if (answer === 'always') await confirmations?.remember(command.name, context.person)
  const isSettled = answer !== undefined || (await confirmations?.isRemembered(command.name, context.person)) === true
  if (isSettled || !(await isDestructive(command, args, context))) return runJudged(call, args)
  return askToConfirm(command, args, { canRemember: confirmations !== undefined, loss: command.lossOf?.(context) })
}

async function runJudged({ command, context, judge }: Call, args: string): Promise<CommandOutcome> {
  const { conversation, person, surface } = context
  const reason = await judge?.({
    sessionId: conversation.id,
    source: surface.name ?? surface.kind,
    surface: surface.kind,
    userId: person.id,
    role: person.role,
    name: command.name,
    args,
  })
  context.signal.throwIfAborted()
  if (reason !== undefined) return { type: 'error', text: english`/${command.name} was not run: ${reason}` }
  return command.run(args, context)
}

async function isDestructive(command: Command, args: string, context: CommandContext): Promise<boolean> {
  const { isDestructive } = command
  return typeof isDestructive === 'function' ? isDestructive(args, context) : isDestructive === true
}

function isTooLong(text: string): boolean {
  // A UTF-16 code unit takes at most three bytes.
  if (text.length * 3 <= mostArgumentBytes) return false
  return text.length > mostArgumentBytes || new TextEncoder().encode(text).length > mostArgumentBytes
}
