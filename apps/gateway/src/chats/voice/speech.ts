import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeError, type Logger } from '@hermes/core'
import type { InboundMessage } from '@hermes/core/platform'
import type { WorkItem, WorkQueue } from '@hermes/core/queue'
import { extensionOf } from '@hermes/media'
import { splitText } from '@hermes/platforms'
import { fileTypeOf } from '../files/file-type-of.js'
import { answerTo } from '../network/answer-to.js'
import type { ChatNetwork } from '../network/chat-network.js'
import { keyOf } from '../network/chat-origin.js'
import { fromOutboundPayload, type OutboundPath, type OutboundPayload, toPayload } from '../network/payload.js'
import { speechQueue } from '../network/queues.js'
import { laneOf } from '../outbox/lane-of.js'
import type { Outbox } from '../outbox/outbox.js'
import type { VoiceServices } from './answer-voice.js'

/** Speaks answers in their chats, after their text. Each is spoken once, even across crashes. */
export interface Speech {
  /** Speaks an answer that is in the outbox, if its conversation wants that. Repeating it has no further effect. */
  follow(id: string, event: InboundMessage, answer: SpokenAnswer): Promise<void>
  /** Puts recordings into the outbox until `signal` is aborted. */
  work(signal: AbortSignal): Promise<void>
}

export interface SpokenAnswer {
  readonly network: ChatNetwork
  readonly text: string
  /** The files that were sent with the answer. */
  readonly files: readonly OutboundPath[]
}

export interface SpeechOptions extends VoiceServices {
  readonly queue: WorkQueue
  readonly outbox: Pick<Outbox, 'put' | 'has'>
  /** The folder for recordings. Absolute. */
  readonly folder: string
  readonly logger: Logger
}

const retry = { attempts: 3, maxDelayMs: 30_000 }

export function createSpeech({ queue, outbox, modes, speaker, folder, logger }: SpeechOptions): Speech {
  async function say(id: string, to: OutboundPayload, signal: AbortSignal): Promise<void> {
    const voice = speaker()
    if (!voice) return
    const parts = splitText(to.text, { max: voice.maxChars, unit: 'utf16' })
    for (const [index, part] of parts.entries()) {
      const partId = index === 0 ? id : `${id}${index}`
      // Parts that were spoken before the process died are not spoken or paid for again.
      if (await outbox.has(partId)) continue
      const { content, mediaType } = await voice.speak(part, { signal })
      const name = createHash('sha256').update(partId).digest('hex').slice(0, 32)
      const path = join(folder, `${name}.${extensionOf(mediaType)}`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(path, content, { mode: 0o600 })
      await outbox.put(partId, { ...to, text: '', file: { path, ...(await fileTypeOf(path)) } })
    }
  }

  async function handle(item: WorkItem, signal: AbortSignal): Promise<void> {
    const message = fromOutboundPayload(item.payload)
    if (!message) return logger.log('error', 'An answer to say was stored by another version.', { id: item.id })
    try {
      await say(item.id, message, signal)
    } catch (error) {
      signal.throwIfAborted()
      logger.log('warn', 'An answer could not be said.', { id: item.id, error: describeError(error) })
      if (item.attempt < retry.attempts) throw error
      await outbox.put(`${item.id}!`, { ...message, text: `⚠️ I could not say this: ${describeError(error)}` })
    }
  }

  return {
    async follow(id, event, { network, text, files }) {
      if (!network.adapter.limits.media || !speaker()) return
      // The agent has sent its own voice message.
      if (files.some(({ kind }) => kind === 'voice')) return
      const mode = await modes.of(keyOf(event, network))
      const isWanted = mode === 'tts' || (mode === 'on' && event.attachments.some(({ kind }) => kind === 'voice'))
      if (!isWanted) return
      // The module loads a Markdown parser, which a gateway that only sends text does not need.
      const { toSpokenText } = await import('@hermes/media')
      const said = toSpokenText(text)
      if (said === '') return
      const message = { ...answerTo(event, network), text: said }
      await queue.put({ queue: speechQueue, lane: laneOf(message), id: `${id}#voice`, payload: toPayload(message) })
    },
    work: (signal) =>
      queue.work(speechQueue, (item, claim) => handle(item, AbortSignal.any([claim.signal, signal])), {
        signal,
        retry,
      }),
  }
}
