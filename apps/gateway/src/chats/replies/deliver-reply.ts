import type { SubmissionEnd } from '@hermes/conversations'
import type { InboundMessage } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'
import { splitText } from '@hermes/platforms'
import { withoutDirectives } from '../files/media-directives.js'
import { type SentFiles, takeFiles } from '../files/take-files.js'
import { answerTo } from '../network/answer-to.js'
import type { ChatNetwork } from '../network/chat-network.js'
import type { OutboundPath, OutboundPayload } from '../network/payload.js'
import type { Outbox } from '../outbox/outbox.js'
import type { ShownTurn } from './live-reply.js'
import { forgetSentAnew, isSentAnew } from './preview/is-sent-anew.js'
import { forgetPreview, previewKey, type ShownReply, toolsId, wasShown } from './preview/noted-preview.js'
import { isSilent } from './text/is-silent.js'
import { hasNoEnd, replyText } from './text/reply-text.js'

export interface DeliverReplyOptions {
  readonly network: ChatNetwork
  readonly end: SubmissionEnd
  readonly shown: ShownTurn
  /** The line below the answer. */
  readonly footer?: string | undefined
  /** How long the turn had made no progress when it was interrupted for that, in milliseconds. */
  readonly stuckMs?: number | undefined
  readonly outbox: Outbox
  readonly values: ValueTable
  readonly folders: SentFiles
}

const part = (id: string, index: number) => `${id}#${index}`

/** The answer is owed until all of its messages are put. */
const owed = { isVolatile: true }

/** Returns the id of the first message of an answer. */
export const firstPart = (id: string): string => part(id, 0)

/** The part of an answer that people get. */
export interface DeliveredReply {
  readonly text: string
  readonly files: readonly OutboundPath[]
}

/** Puts an answer into the outbox, as messages and files. Repeating the call has no further effect. */
export async function deliverReply(
  id: string,
  event: InboundMessage,
  options: DeliverReplyOptions,
): Promise<DeliveredReply> {
  const { network, end, shown, footer, stuckMs, outbox, values, folders } = options
  const { answer } = shown
  const to = answerTo(event, network)
  const { text: whole, buttons } = replyText(end, network, { written: writtenOf(end, answer), stuckMs })
  const isUnsaid = end.status !== 'command' && isSilent(whole, event.chatType)
  const isOpen = hasNoEnd(end)
  const { text, files } = isOpen
    ? { text: whole, files: [] }
    : await takeFiles(isUnsaid ? '' : whole, folders, network.adapter.limits, {
        // Commands and failures mention paths that no one asked for.
        bare: end.status === 'duplicate' || (end.status === 'turn' && end.result.outcome.status !== 'failed'),
      })
  const parts = splitText(
    text === '' || footer === undefined ? text : `${text}\n\n${footer}`,
    network.adapter.limits.text,
  ).slice(0, isOpen && stuckMs === undefined ? partsThere(answer, network) : Number.POSITIVE_INFINITY)
  const isReply = event.chatType !== 'direct'
  // The text so far stays above the message about its end.
  const isNew = !(isOpen && stuckMs === undefined) && (await isSentAnew(id, answer, options))
  const [edited, removed] = isNew ? [[], answer.messages] : [answer.messages, answer.messages.slice(parts.length)]
  for (const [index, text] of parts.entries()) {
    const edits = edited[index]
    const message = {
      ...to,
      text,
      ...(edits && index > 0 && { follows: part(id, index - 1) }),
      ...(edits ? { edits } : answer.mayHaveMore && { shownAs: previewKey(id, answer.earlier + index) }),
      ...(isReply && index === 0 && { replyToMessageId: event.messageId }),
      ...(buttons && index === parts.length - 1 && { buttons }),
    }
    await outbox.put(part(id, index), message, owed)
  }
  // Another process has shown the text, and its turn ended without an answer.
  const staysAsShown = parts.length === 0 && isOpen
  for (const [index, removes] of staysAsShown ? [] : removed.entries()) {
    await outbox.put(`${id}#rest${index}`, { ...to, text: '', removes }, owed)
  }
  for (const [index, file] of files.entries()) await outbox.put(`${id}#file${index}`, { ...to, text: '', file }, owed)
  await settleTools(id, to, options)
  if (wasShown(answer)) await forgetPreview(values, id)
  if (network.settings.fresh_final_seconds > 0) await forgetSentAnew(values, id)
  return { text, files }
}

/**
 * Returns the text that people can read of an answer that has no end. After an interrupt in another process, the store has the partial answer.
 * Otherwise the text that was noted when it was shown counts.
 */
function writtenOf(end: SubmissionEnd, { text, messages }: ShownReply): string | undefined {
  const left = end.status === 'duplicate' && messages.length > 0 ? end.partial : undefined
  return left === undefined ? text : withoutDirectives(left)
}

/** The message that a process was sending when it died may have arrived. It is sent again only on networks that recognize duplicates. */
function partsThere({ messages, mayHaveMore }: ShownReply, { adapter }: ChatNetwork): number {
  return mayHaveMore && adapter.limits.isIdempotent !== true ? messages.length : Number.POSITIVE_INFINITY
}

/** Removes the message about tools, or shows its final state if it stays. */
async function settleTools(id: string, to: Pick<OutboundPayload, 'network' | 'address'>, options: DeliverReplyOptions) {
  const { network, shown, outbox, values } = options
  const { tools, toolLines } = shown
  if (!wasShown(tools)) return
  const staying = network.settings.keep_tool_progress
  for (const [index, message] of tools.messages.entries()) {
    const stays = staying && index === 0
    if (stays && toolLines === '') continue
    await outbox.put(`${toolsId(id)}#${index}`, {
      ...to,
      ...(stays ? { text: toolLines, edits: message, isMinor: true } : { text: '', removes: message }),
    })
  }
  if (tools.mayHaveMore && !staying) {
    const withdraws = previewKey(toolsId(id), tools.messages.length)
    await outbox.put(`${toolsId(id)}#last`, { ...to, text: '', withdraws })
  }
  await forgetPreview(values, toolsId(id))
}
