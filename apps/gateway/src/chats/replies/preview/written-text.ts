import { describeError, type Logger } from '@hermes/core'
import type { ChatAddress } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'
import { withoutDirectives } from '../../files/media-directives.js'
import type { ChatNetwork } from '../../network/chat-network.js'
import type { Outbox } from '../../outbox/outbox.js'
import { leaveText } from './leave-text.js'
import { notedPreview, type ShownReply } from './noted-preview.js'
import { openPreview, type Preview } from './preview.js'

/** The text that the model writes in a turn, as shown in its chat. */
export interface WrittenText {
  /** Adds text that the model has written. */
  add(text: string): void
  /** Starts another answer of the model, which replaces the one before. */
  begin(): void
  /**
   * Keeps the text so far above whatever is put into the outbox afterwards. It is no longer replaced. Waits for a call of the network, which has a
   * time limit. Never rejects. Has no effect once the turn has ended, because the answer is then the whole text.
   * @param key A key that is the same after a restart.
   */
  leave(key: string): Promise<void>
  /** Ends, and resolves to the messages that may be replaced. */
  end(): Promise<ShownReply>
}

export interface WrittenTextOptions {
  /** The id of the answer. */
  readonly id: string
  /** Whether no other process has started to answer, so that the store need not be asked what it has shown. */
  readonly isNew: boolean
  readonly network: ChatNetwork
  readonly address: ChatAddress
  readonly values: ValueTable
  readonly outbox: Pick<Outbox, 'put' | 'isClear'>
  readonly logger: Logger
  readonly signal: AbortSignal
}

export function createWrittenText(options: WrittenTextOptions): WrittenText {
  const { id, network, address, values, outbox, logger, signal } = options
  const to = { network: network.name, address }
  const noted = { id, isNew: options.isNew, address, values }
  let text = ''
  let preview: Promise<Preview> | undefined
  let leaving = Promise.resolve()

  async function show(): Promise<void> {
    if (!network.settings.stream) return
    preview ??= leaving.then(() =>
      openPreview({ ...noted, network, logger, signal, isClear: () => outbox.isClear(to) }),
    )
    const current = preview
    const opened = await current
    if (current === preview && !signal.aborted) opened.show(withoutDirectives(text))
  }

  const shownSoFar = async (current = preview): Promise<ShownReply> => (await current)?.end() ?? notedPreview(noted)

  async function leaveIn(current: typeof preview, written: string, key: string): Promise<void> {
    const shown = await shownSoFar(current)
    // The text that an earlier process has shown is replaced, because the model writes another answer.
    const before = current && shown.messages.length > 0 ? shown.text : undefined
    const whole = written === '' ? (before ?? '') : written
    if (whole === '') return
    await leaveText(key, { id, shown, text: whole }, { to, network, outbox, values })
    noted.isNew = false
  }

  return {
    add(more) {
      text += more
      void show()
    },
    begin() {
      text = ''
    },
    leave(key) {
      if (signal.aborted) return leaving
      const [current, written] = [preview, withoutDirectives(text).trim()]
      text = ''
      preview = undefined
      leaving = leaving
        .then(() => leaveIn(current, written, key))
        .catch((error: unknown) => {
          logger.log('warn', 'What was written before a question or a message may be shown below it.', {
            error: describeError(error),
          })
        })
      return leaving
    },
    async end() {
      await leaving
      return shownSoFar()
    },
  }
}
