import type { SubmissionEnd } from '@hermes/conversations'
import { storedExchange } from '@hermes/conversations/stored'
import type { SessionId } from '@hermes/core'
import { answerTo } from '../network/answer-to.js'
import { deliverReply } from './deliver-reply.js'
import type { Placed } from './places.js'
import { notedPreview, toolsId } from './preview/noted-preview.js'
import type { RepliesOptions } from './replies-options.js'

type EndReplacedOptions = Pick<RepliesOptions, 'conversations' | 'folders' | 'outbox' | 'store' | 'values'>

/**
 * Ends the answer to a message that an earlier process gave to a conversation which its chat has since lost. A stored answer is sent. A turn that
 * was cut short is not continued, and the message is not given to the new conversation.
 */
export async function endReplaced(
  id: string,
  conversationId: SessionId,
  { event, place: { network } }: Placed,
  { conversations, folders, outbox, store, values }: EndReplacedOptions,
): Promise<void> {
  const conversation = await conversations.open({ id: conversationId, seed: {} })
  await conversation.submissionOf(id)?.cancel('What the person may do has changed.')
  const { reply, partial } = (await storedExchange(store, conversationId, id)) ?? {}
  const end: SubmissionEnd = {
    status: 'duplicate',
    ...(reply !== undefined && { reply }),
    ...(partial !== undefined && { partial }),
  }
  const { address } = answerTo(event, network)
  const [answer, tools] = await Promise.all([
    notedPreview({ id, address, values }),
    notedPreview({ id: toolsId(id), address, values }),
  ])
  await deliverReply(id, event, { network, end, shown: { answer, tools, toolLines: '' }, outbox, values, folders })
}
