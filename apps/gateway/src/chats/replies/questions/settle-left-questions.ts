import { setTimeout as sleep } from 'node:timers/promises'
import { describeError, type Logger } from '@hermes/core'
import type { QuestionDesk } from '@hermes/core/questions'
import type { WorkQueue } from '@hermes/core/queue'
import type { ValueTable } from '@hermes/core/sessions'
import type { ChatNetworks } from '../../network/chat-network.js'
import { fromOutboundPayload } from '../../network/payload.js'
import { outboxQueue } from '../../network/queues.js'
import { createKeptMessages, type KeptMessage } from '../../outbox/kept-messages.js'
import type { Outbox } from '../../outbox/outbox.js'
import { questionOfMessage, settlementId } from './questions-in-chat.js'
import { withEndMark } from './with-end-mark.js'

export interface SettleLeftQuestionsServices {
  readonly values: ValueTable
  readonly queue: Pick<WorkQueue, 'list'>
  readonly questions: Pick<QuestionDesk, 'open'>
  readonly networks: ChatNetworks
  readonly outbox: Pick<Outbox, 'put'>
  readonly logger: Logger
}

/** Interval between checks, in milliseconds. A question ends some seconds after its process dies. */
const intervalMs = 5_000

/** Returns questions that are still to be sent, possibly again: the process died before it knew that the network had them. */
async function unsentQuestions(queue: Pick<WorkQueue, 'list'>): Promise<readonly KeptMessage[]> {
  const items = await queue.list({ queue: outboxQueue })
  return items.flatMap(({ id, payload }) => {
    const message = fromOutboundPayload(payload)
    if (!message?.isKept || questionOfMessage(id) === undefined) return []
    const { network, address, text } = message
    return [{ id, message: { network, address, text } }]
  })
}

/**
 * Removes the buttons of questions that earlier processes have shown or left unsent, and marks these questions as ended. Resolves when each of them
 * has ended, or `signal` is aborted. Call it at startup. Never rejects: a failure is logged and the attempt is repeated.
 */
export async function settleLeftQuestions(services: SettleLeftQuestionsServices, signal: AbortSignal): Promise<void> {
  const { values, queue, questions, networks, outbox, logger } = services
  const kept = createKeptMessages(values)
  let left: readonly KeptMessage[] | undefined

  async function settleEnded(): Promise<void> {
    left ??= [...(await kept.list()), ...(await unsentQuestions(queue))]
    if (left.length === 0) return
    const open = new Set((await questions.open()).map(({ id }) => id))
    const isOpen = ({ id }: KeptMessage) => open.has(questionOfMessage(id) ?? '')
    for (const { id, message } of left.filter((each) => !isOpen(each))) {
      const text = withEndMark(message.text, networks.get(message.network)?.adapter.limits)
      await outbox.put(settlementId(id), { ...message, text, settles: id })
    }
    left = left.filter(isOpen)
  }

  while (!signal.aborted) {
    await settleEnded().catch((error: unknown) => {
      logger.log('warn', 'Questions of earlier processes still have their buttons.', { error: describeError(error) })
    })
    if (left?.length === 0) return
    await sleep(intervalMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
