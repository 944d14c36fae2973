import type { MessageContent } from '@hermes/core'
import type { BusyMode } from '../contracts/busy-mode.js'
import type { Conversation, Sender, UserInput } from '../contracts/conversation.js'
import type { ConversationEventBody } from '../contracts/conversation-event.js'
import type { QueuedInput } from '../contracts/conversation-state.js'
import { hasRole } from '../contracts/person.js'
import type { CurrentChoice } from './choice/current-choice.js'
import type { ConversationHost } from './conversation-host.js'
import { BecomingMessages } from './input/becoming-messages.js'
import type { InputLane } from './input/input-lane.js'
import { endWhenCancelled, type OpenSubmission, refuse } from './input/submission.js'
import { isEmpty } from './is-empty.js'
import { submitCommand } from './submit-command.js'
import type { TurnSchedule } from './turns/turn-schedule.js'
import { createWaitingCommands } from './waiting-commands.js'

export interface InputRouterOptions {
  readonly host: ConversationHost
  readonly conversation: Conversation
  readonly lane: InputLane
  readonly schedule: TurnSchedule
  readonly choice: Pick<CurrentChoice, 'changed' | 'holdFor'>
  /** Whether anything runs or waits. */
  readonly isBusy: () => boolean
  readonly publish: (body: ConversationEventBody) => void
}

/** Decides how to handle an input: as a command, a turn, a steer, or a queued input. */
export class InputRouter {
  readonly #options: InputRouterOptions
  readonly #waiting = createWaitingCommands()
  readonly #becoming = new BecomingMessages()

  constructor(options: InputRouterOptions) {
    this.#options = options
  }

  take(input: UserInput, from: Sender, submission: OpenSubmission): void {
    const { host, conversation, lane, schedule, choice, publish } = this.#options
    const line = input.as === 'message' || !host.commands ? undefined : commandLine(input.content)
    const found = line === undefined ? undefined : host.commands?.find(line, from.surface, from.person)
    const { before } = this.#becoming
    const isRunning = schedule.turns.turn !== undefined
    if (host.conversations.isClosing) refuse(submission, 'closing')
    else if (isEmpty(input.content)) refuse(submission, 'empty')
    else if (found && found.type !== 'message') {
      const ended = submitCommand({
        found,
        from,
        submission,
        host,
        conversation,
        isRunning,
        takeId: input.id === undefined ? undefined : () => lane.takeId(submission.id),
        untilIdle: () => schedule.untilIdle(),
        choiceChanged: choice.changed,
        waiting: this.#waiting,
        publish,
        send: async (message) => this.#sendBehind(before, { ...input, ...message }, from, submission),
      })
      if (found.type !== 'command') return
      const { changesChoice, becomesMessage, whileRunning } = found.command
      if (changesChoice) choice.holdFor(ended)
      if (becomesMessage && !(isRunning && whileRunning === 'after')) this.#becoming.add(ended)
    } else if (!hasRole(from.person, 'user')) refuse(submission, 'not-allowed')
    else void this.#sendBehind(before, input, from, submission)
  }

  /** Sends an input after the commands before it. @param before See {@link BecomingMessages.before}. */
  async #sendBehind(before: Promise<unknown> | undefined, input: UserInput, from: Sender, submission: OpenSubmission) {
    if (before) {
      const cancelled = endWhenCancelled(submission)
      await before
      if (cancelled.aborted) return
      if (this.#options.host.conversations.isClosing) return refuse(submission, 'closing')
    }
    this.#send(input, from, submission)
  }

  /** Decides when a message becomes a turn. */
  #send(input: UserInput, { person: by }: Sender, submission: OpenSubmission): void {
    const { host, conversation, lane, schedule, isBusy } = this.#options
    schedule.makeWay()
    const {
      id,
      content,
      origins,
      model,
      isVolatile = false,
      isNew = false,
      extendsTurn = false,
      whenBusy = conversation.state.busyMode,
    } = input
    const queued: QueuedInput = {
      id: submission.id,
      content,
      by,
      atMs: host.services.now(),
      ...(origins && { origins }),
      ...(model && { model }),
    }
    const canSteer = typeof content === 'string' && !origins && !model
    const takesSteers = schedule.turns.turn?.takesSteers === true
    if (extendsTurn && canSteer && takesSteers) void this.#steer(content, queued, submission, extendsTurn)
    else if (extendsTurn) refuse(submission, 'too-late')
    else if (!isBusy() && id === undefined)
      void schedule.runNow({ content, by, submission, origins, model, isVolatile })
    else if (!isBusy())
      void lane.put(queued, submission, { acceptance: { as: 'turn', turnId: submission.id }, isVolatile, isNew })
    else if (whenBusy === 'refuse') refuse(submission, 'busy')
    else if (whenBusy === 'steer' && canSteer) void this.#steer(content, queued, submission)
    else void this.#queue(queued, submission, whenBusy)
  }

  async #queue(queued: QueuedInput, submission: OpenSubmission, whenBusy: BusyMode): Promise<void> {
    const interrupts = whenBusy === 'interrupt'
    const isTaken = await this.#options.lane.put(queued, submission, { interrupts })
    if (isTaken && interrupts) this.#options.schedule.turns.turn?.yieldTo('The user sent another message.')
  }

  /**
   * Steers the turn with an input. The input is stored first: if the turn does not read it, it becomes the next input, unless it
   * is only for this turn.
   */
  async #steer(text: string, queued: QueuedInput, submission: OpenSubmission, extendsTurn = false): Promise<void> {
    const { lane, schedule, publish } = this.#options
    const steer = () => {
      const { turn } = schedule.turns
      const { id, by } = queued
      // Steers that have not been read yet come first.
      if (!turn?.takesSteers || lane.hasUnread) return false
      if (!turn.steer({ text, by, submission, extendsTurn, onRead: () => lane.read(id) })) return false
      publish({ type: 'steered', turnId: turn.info.id, text, by })
      return true
    }
    await lane.put(queued, submission, { steer, isOnlySteer: extendsTurn })
  }
}

/** Returns the text if it is a typed command. Input with images never is. */
function commandLine(content: MessageContent): string | undefined {
  return typeof content === 'string' && content.startsWith('/') ? content : undefined
}
