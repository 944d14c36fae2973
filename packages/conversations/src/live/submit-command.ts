import { describeError, InterruptError, type Usage } from '@hermes/core'
import { english } from '@hermes/safety/language'
import type { Command, FoundCommand } from '../commands/command.js'
import type { CommandOutcome } from '../contracts/command-outcome.js'
import type { Conversation, Sender } from '../contracts/conversation.js'
import type { ConversationEventBody } from '../contracts/conversation-event.js'
import type { ConversationHost } from './conversation-host.js'
import { duplicate, type OpenSubmission, refuse } from './input/submission.js'
import { toError } from './input/to-error.js'
import type { WaitingCommands } from './waiting-commands.js'

type MessageOutcome = Extract<CommandOutcome, { readonly type: 'message' }>

export interface CommandRun {
  readonly found: Exclude<FoundCommand, { readonly type: 'message' }>
  readonly from: Sender
  readonly submission: OpenSubmission
  readonly host: ConversationHost
  readonly conversation: Conversation
  /** Whether a turn is running. */
  readonly isRunning: boolean
  /** Reserves the id that the caller gave: `false` when it was used before. Absent without an id. */
  readonly takeId: (() => Promise<boolean>) | undefined
  readonly untilIdle: () => Promise<void>
  /** Resolves when the earlier commands that change the choice have ended: see {@link Command.changesChoice}. */
  readonly choiceChanged: Promise<unknown> | undefined
  readonly waiting: WaitingCommands
  readonly publish: (body: ConversationEventBody) => void
  /** Continues as a message. */
  readonly send: (message: Omit<MessageOutcome, 'type'>) => Promise<void>
}

/** Runs a typed command. Never throws: a failure is an outcome. */
export async function submitCommand(run: CommandRun): Promise<void> {
  const { found, submission, isRunning } = run
  try {
    if (found.type === 'refused') return refuse(submission, 'not-allowed', found.text)
    if (found.type === 'unknown') return tell(run, '', { type: 'error', text: found.text })
    const { command, args } = found
    if (isRunning && command.whileRunning === 'refused') {
      return refuse(submission, 'busy', `/${command.name} cannot run during a turn: try again when it has ended.`)
    }
    await perform(run, command, args)
  } catch (error) {
    submission.reject(toError(error))
  }
}

async function perform(run: CommandRun, command: Command, args: string): Promise<void> {
  const { submission, host, from, isRunning, takeId, untilIdle, choiceChanged, waiting, send } = run
  const cancelled = new AbortController()
  submission.cancelWith(async (reason) => {
    cancelled.abort(new InterruptError(reason))
    submission.end({ status: 'cancelled' })
    return true
  })
  const { name, becomesMessage = false } = command
  const isWaiting = isRunning && command.whileRunning === 'after'
  if (isWaiting) {
    submission.accept({ as: 'command', name, isWaiting })
    const stopWaiting = waiting.add(from, () => {
      cancelled.abort(new InterruptError('The user left the conversation.'))
      tell(run, name, {
        type: 'text',
        text: english`/${name} was not run: you left the session before its turn had ended.`,
      })
    })
    await untilIdle()
    stopWaiting()
    if (host.conversations.isClosing) {
      return refuse(submission, 'closing', `/${name} was not run: the process is stopping.`)
    }
  }
  if (cancelled.signal.aborted) return
  // A command only uses up its id when it runs.
  if (takeId && !(await takeId())) return duplicate(submission)
  if (!becomesMessage) submission.accept({ as: 'command', name })
  if (command.changesChoice) await choiceChanged
  const outcome = await outcomeOf(run, command, { args, signal: cancelled.signal })
  if (cancelled.signal.aborted) return
  if (outcome.type !== 'message') return tell(run, command.name, outcome)
  run.publish({ type: 'command', name: command.name, by: run.from.person, outcome })
  await send(outcome)
}

async function outcomeOf(
  run: CommandRun,
  command: Command,
  { args, signal }: { readonly args: string; readonly signal: AbortSignal },
): Promise<CommandOutcome> {
  const { host, conversation, from, publish } = run
  const { conversations, store, commands } = host
  const { surface, person, rights } = from
  try {
    const usable = commands?.list(surface, person) ?? []
    return await command.run(args, {
      conversation,
      conversations,
      store,
      surface,
      person,
      ...(rights && { rights }),
      commands: rights ? usable.filter(({ name }) => rights.mayRun(name)) : usable,
      signal,
      leave: () => run.waiting.leave(from),
      report: (progress) => publish({ type: 'notice', code: 'command-progress', text: progress }),
      account: (usage) => account(run, usage),
    })
  } catch (error) {
    return { type: 'error', text: describeError(error) }
  }
}

async function account({ host, conversation: { id }, from }: CommandRun, usage: Usage): Promise<void> {
  try {
    await host.onSideCall?.({ id, by: from.person, usage })
  } catch (error) {
    host.services.logger.log('error', 'A model call was not accounted for.', {
      session: id,
      error: describeError(error),
    })
  }
}

function tell({ submission, publish, from }: CommandRun, name: string, outcome: CommandOutcome): void {
  submission.accept({ as: 'command', name })
  publish({ type: 'command', name, by: from.person, outcome })
  submission.end({ status: 'command', name, outcome })
}
