import type { Conversation, ConversationEvent, Submission } from '@hermes/conversations'
import { describeError, type Logger } from '@hermes/core'
import type { ChatAddress } from '@hermes/core/platform'
import type { Question } from '@hermes/core/questions'
import type { ValueTable } from '@hermes/core/sessions'
import type { ChatNetwork } from '../network/chat-network.js'
import { notedPreview, openPreview, type Preview, type ShownReply } from './preview.js'

/** Shows a turn in its chat while it runs: typing, the growing answer, and questions. */
export interface LiveReply {
  /** Follows the turn of this submission. */
  follow(submission: Submission): void
  /** Ends, and resolves to the messages that show the answer so far. */
  end(): Promise<ShownReply>
}

export interface LiveReplyOptions {
  readonly id: string
  readonly conversation: Conversation
  readonly network: ChatNetwork
  readonly address: ChatAddress
  readonly values: ValueTable
  readonly logger: Logger
  readonly isClear: () => Promise<boolean>
  readonly ask: (question: Question) => Promise<unknown>
}

const typingMs = 4_500

/** People can answer questions from here on. */
export function openLiveReply(options: LiveReplyOptions): LiveReply {
  const { id, conversation, network, address, values, logger, ask } = options
  const { adapter } = network
  const controller = new AbortController()
  const { signal } = controller
  const events = conversation.events({ signal, answers: true, from: 'turn' })
  let submissionId: string | undefined
  let turnId: string | undefined
  let preview: Promise<Preview> | undefined
  let text = ''

  const typing = () => {
    adapter.showTyping?.(address, { signal: AbortSignal.timeout(10_000) }).catch((error: unknown) => {
      logger.log('debug', 'Typing could not be shown.', { error: describeError(error) })
    })
  }
  let timer: ReturnType<typeof setInterval> | undefined

  async function show(): Promise<void> {
    preview ??= openPreview({ ...options, signal })
    const opened = await preview
    if (!signal.aborted) opened.show(text)
  }

  function take(event: ConversationEvent): void {
    if (event.type === 'turn-begin' && event.submissionId === submissionId) {
      turnId = event.turn.id
      typing()
      timer ??= setInterval(typing, typingMs)
    }
    if (event.type !== 'agent' || event.turnId !== turnId) return
    switch (event.event.type) {
      case 'iteration-start':
      case 'restart':
        text = ''
        break
      case 'text-delta':
        text += event.event.text
        void show()
        break
      case 'question-open':
        void ask(event.event.question)
        break
      default:
    }
  }

  const reading = (async () => {
    for await (const event of events) take(event)
  })().catch((error: unknown) => {
    if (!signal.aborted) logger.log('warn', 'A turn could not be followed.', { error: describeError(error) })
  })

  return {
    follow({ id }) {
      submissionId = id
    },
    async end() {
      clearInterval(timer)
      const opened = await preview
      const sent = opened ? await opened.end() : await notedPreview(values, id, address)
      controller.abort()
      await reading
      return sent
    },
  }
}
