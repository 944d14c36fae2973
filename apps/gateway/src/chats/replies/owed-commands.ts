import { setTimeout as sleep } from 'node:timers/promises'
import type { ConversationKey, Submission } from '@hermes/conversations'
import type { WorkQueue } from '@hermes/core/queue'
import { untilAborted } from '@hermes/core/wiring'
import { fromInboundPayload, type OwedCommand } from '../network/payload.js'
import { commandsQueue } from '../network/queues.js'

/** Commands that any process owes an answer. Messages behind some of them have to wait. */
export interface OwedCommands {
  /** Returns the owed commands of a conversation, in the order of their arrival. */
  in(conversation: ConversationKey): Promise<readonly FoundCommand[]>
  /** Resolves when the commands are answered or given up. Rejects with the reason of `signal`. */
  untilAnswered(ids: readonly string[], signal: AbortSignal): Promise<void>
  /** Records that this process works on the answer of a command. */
  during(id: string, { accepted }: Pick<Submission, 'accepted'>, work: Promise<void>): void
}

export interface FoundCommand extends OwedCommand {
  readonly id: string
  /** Whether the command waits for the end of a turn, in this process. */
  readonly waitsForTurn: boolean
}

interface CommandHere {
  waitsForTurn: boolean
  /** Resolves to whether the command was answered. */
  readonly answered: Promise<boolean>
}

/** Interval at which the commands of other processes are checked, in milliseconds. */
const lookMs = 50

export function createOwedCommands(queue: Pick<WorkQueue, 'get' | 'list'>): OwedCommands {
  const here = new Map<string, CommandHere>()

  async function isAnswered(id: string, signal: AbortSignal): Promise<boolean> {
    const answered = here.get(id)?.answered
    if (answered && (await untilAborted(answered, signal))) return true
    const item = await queue.get({ queue: commandsQueue, id })
    return item === undefined || item.status === 'done' || item.status === 'dead'
  }

  return {
    async in(conversation) {
      const items = await queue.list({ queue: commandsQueue })
      return items.flatMap(({ id, status, payload }) => {
        const command = status === 'dead' ? undefined : fromInboundPayload(payload)?.command
        if (command?.conversation !== conversation) return []
        return [{ ...command, id, waitsForTurn: here.get(id)?.waitsForTurn ?? false }]
      })
    },
    async untilAnswered(ids, signal) {
      for (const id of ids) while (!(await isAnswered(id, signal))) await sleep(lookMs, undefined, { signal })
    },
    during(id, { accepted }, work) {
      const answered = work.then(
        () => true,
        () => false,
      )
      const command: CommandHere = { waitsForTurn: false, answered }
      here.set(id, command)
      void answered.then(() => here.delete(id))
      // The submitter handles a failure.
      accepted.then(
        (acceptance) => {
          command.waitsForTurn = acceptance.as === 'command' && acceptance.isWaiting === true
        },
        () => undefined,
      )
    },
  }
}
