import { setTimeout as sleep } from 'node:timers/promises'
import { describeError, type Logger } from '@hermes/core'
import type { QuestionDesk } from '@hermes/core/questions'
import type { ValueTable } from '@hermes/core/sessions'
import { createKeptMessages, type KeptMessage } from '../../outbox/kept-messages.js'
import type { Outbox } from '../../outbox/outbox.js'
import { questionOfMessage, settlementId } from './questions-in-chat.js'

export interface SettleLeftQuestionsServices {
  readonly values: ValueTable
  readonly questions: Pick<QuestionDesk, 'open'>
  readonly outbox: Pick<Outbox, 'put'>
  readonly logger: Logger
}

/** A question of a dead process ends some seconds after it. */
const intervalMs = 5_000

/**
 * Takes the buttons of questions away that earlier processes have shown. Resolves when each of them has ended, or `signal` is aborted. Call it
 * at startup. Never rejects: a failure is logged, and it is tried again.
 */
export async function settleLeftQuestions(services: SettleLeftQuestionsServices, signal: AbortSignal): Promise<void> {
  const { values, questions, outbox, logger } = services
  const kept = createKeptMessages(values)
  let left: readonly KeptMessage[] | undefined

  async function settleEnded(): Promise<void> {
    left ??= await kept.list()
    if (left.length === 0) return
    const open = new Set((await questions.open()).map(({ id }) => id))
    const isOpen = ({ id }: KeptMessage) => open.has(questionOfMessage(id) ?? '')
    for (const { id, message } of left.filter((each) => !isOpen(each))) {
      await outbox.put(settlementId(id), { ...message, settles: id })
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
