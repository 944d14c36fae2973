import { describeError, InterruptError, type Logger } from '@hermes/core'
import { type ChatAddress, PlatformError, type SentMessage } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'
import { measureText, splitText } from '@hermes/platforms'
import type { ChatNetwork } from '../../network/chat-network.js'
import { withinTime } from '../../within-time.js'
import { type NotedPreview, notedPreview, notePreview, onItsWay, previewKey, type ShownReply } from './noted-preview.js'

/** Shows an answer while it is written. The final texts replace its messages. */
export interface Preview {
  /** Replaces the text. Updates are shown at the pace of the network. */
  show(text: string): void
  /** Shows nothing, unless it has already started to. */
  withdraw(): void
  /** Stops, and resolves to the messages that were sent. */
  end(): Promise<ShownReply>
}

export interface PreviewOptions {
  /** The id of the answer, which is the same after a restart. */
  readonly id: string
  /** Whether no other process can have shown anything. Default: false. */
  readonly isNew?: boolean
  readonly network: ChatNetwork
  readonly address: ChatAddress
  readonly values: ValueTable
  readonly logger: Logger
  readonly signal: AbortSignal
  /** Whether everything before the answer was sent. A new message must not overtake it. */
  readonly isClear: () => Promise<boolean>
  /** The text behind an unfinished answer. Default: a block. */
  readonly cursor?: string
  /** Minimum length of the first text, in characters. Shorter ones are not worth a message. Default: 24. */
  readonly leastChars?: number
}

/** Shared by all previews, because an abort without a reason creates an error with a stack. */
const previewEnded = new InterruptError('The answer is complete.')
const slowestMs = 60_000
const callMs = 30_000

/** Opens a preview. Never throws: an answer without a preview is sent when it is complete. */
export async function openPreview(options: PreviewOptions): Promise<Preview> {
  const { id, network, address, values, logger, signal, cursor = ' ▉', leastChars = 24 } = options
  const { adapter } = network
  const intervalMs = adapter.limits.editIntervalMs ?? 1000
  const noted = await notedPreview(options)
  const { earlier } = noted
  const sent: SentMessage[] = [...noted.messages]
  const shown: string[] = []
  const ending = new AbortController()
  const stopped = AbortSignal.any([signal, ending.signal])
  let wanted = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let working: Promise<void> | undefined
  let { mayHaveMore } = noted
  let shownAtMs: number | undefined
  let isOff = !adapter.edit || adapter.limits.streaming === 'final'

  function schedule(delayMs: number): void {
    if (isOff || stopped.aborted || timer !== undefined || working) return
    timer = setTimeout(() => {
      timer = undefined
      working = update().then((nextMs) => {
        working = undefined
        if (pieces().some((piece, index) => piece !== shown[index])) schedule(nextMs)
      })
    }, delayMs)
  }

  /** @returns how long the next update has to wait, in milliseconds. */
  async function update(): Promise<number> {
    try {
      await showPieces()
    } catch (error) {
      if (stopped.aborted) return intervalMs
      logger.log('debug', 'A preview was not shown.', { error: describeError(error) })
      // Previews yield to the limits of the network.
      if (PlatformError.is(error) && error.kind === 'rate-limit')
        return Math.min(error.retryAfterMs ?? intervalMs, slowestMs)
      isOff = true
    }
    return intervalMs
  }

  /** Splits the text where the final text will be split, so that no message is left over. */
  function pieces(): readonly string[] {
    const { text: limit } = adapter.limits
    if (wanted === '') return []
    const parts = splitText(wanted, limit)
    return parts.map((part, index) => {
      const isGrowing = index === parts.length - 1 && measureText(part + cursor, limit.unit) <= limit.max
      return isGrowing ? part + cursor : part
    })
  }

  async function showPieces(): Promise<void> {
    if (sent.length === 0 && !(await options.isClear())) return
    const next = pieces()
    if (sent.some((_, index) => next[index] !== shown[index])) await noteText()
    for (const [index, text] of next.entries()) {
      if (text === shown[index]) continue
      // A message that is being sent must arrive before the final text replaces it.
      if (stopped.aborted) return
      const there = sent[index]
      if (there)
        await withinTime(callMs, async (signal) => adapter.edit?.(there, { text, isPartial: true }, { signal }))
      else await send(text)
      shown[index] = text
    }
  }

  /** Records the text before people can read it. If this process is killed, the next one can show that the text is over. */
  async function noteText(): Promise<void> {
    if (cursor === '') return
    await notePreview(values, id, noteOf(), { isVolatile: true }).catch((error: unknown) => {
      logger.log('debug', 'The text of a preview was not noted.', { error: describeError(error) })
    })
  }

  function noteOf(next?: typeof onItsWay): NotedPreview {
    const ids = [...sent.map(({ messageId }) => messageId), ...(next === undefined ? [] : [next])]
    return { earlier, ids, ...(cursor !== '' && { text: wanted }) }
  }

  /** Sends a message and records it before and after, so that a restart edits it instead of sending another one. Without a record, it is not sent. */
  async function send(text: string): Promise<void> {
    const message = { ...address, text, isPartial: true }
    const key = previewKey(id, earlier + sent.length)
    await notePreview(values, id, noteOf(onItsWay))
    mayHaveMore = true
    const one = await withinTime(callMs, (signal) => adapter.send(message, { key, signal }))
    if (sent.length === 0) shownAtMs = performance.now()
    sent.push(one)
    mayHaveMore = false
    await notePreview(values, id, noteOf())
  }

  return {
    show(text) {
      wanted = text
      if (text.length >= leastChars || sent.length > 0) schedule(intervalMs)
    },
    withdraw() {
      if (sent.length === 0) wanted = ''
    },
    async end() {
      ending.abort(previewEnded)
      clearTimeout(timer)
      await working
      const shownMs = shownAtMs === undefined ? {} : { shownMs: performance.now() - shownAtMs }
      const text = wanted === '' ? noted.text : wanted
      return {
        messages: sent,
        earlier,
        mayHaveMore,
        ...((sent.length > 0 || mayHaveMore) && text !== undefined && { text }),
        ...shownMs,
      }
    },
  }
}
