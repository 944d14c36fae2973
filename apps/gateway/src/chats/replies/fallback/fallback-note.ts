import { type AgentEvent, describeError, type Logger, type SessionId } from '@hermes/core'
import type { ValueTable } from '@hermes/core/sessions'

/** Tells a chat that another model answers, and why: once, until the model of the conversation has answered again. */
export interface FallbackNote {
  see(event: AgentEvent): void
  /** Resolves when what is to be told was told. Never rejects. */
  untilTold(): Promise<void>
}

export interface FallbackNoteOptions {
  readonly conversation: SessionId
  readonly values: ValueTable
  readonly logger: Logger
  readonly tell: (text: string) => Promise<unknown>
}

/** The conversations whose people know that another model answers. */
const namespace = 'chat-fallbacks'

export function createFallbackNote({ conversation, values, logger, tell }: FallbackNoteOptions): FallbackNote {
  let reasons: string[] = []
  let isReplaced = false
  let isSettled = false
  let telling = Promise.resolve()

  const isKnown = async () => (await values.get(namespace, conversation)) !== undefined

  async function tellOnce(text: string): Promise<void> {
    if (await isKnown()) return
    await tell(`🔄 ${text}`)
    await values.update(namespace, conversation, () => true, { sessionId: conversation })
  }

  async function forget(): Promise<void> {
    if (await isKnown()) await values.update(namespace, conversation, () => undefined, { isVolatile: true })
  }

  function after(step: () => Promise<void>): void {
    telling = telling.then(step).catch((error: unknown) => {
      logger.log('warn', 'It could not be told that another model answers.', { error: describeError(error) })
    })
  }

  /** A model answers: the turn does not fail with all of them, which tells its reason itself. */
  function tellReasons(): void {
    if (reasons.length === 0) return
    const text = reasons.join('\n')
    reasons = []
    after(() => tellOnce(text))
  }

  return {
    see(event) {
      switch (event.type) {
        case 'turn-start':
          reasons = []
          isReplaced = false
          isSettled = false
          break
        case 'notice':
          if (event.code !== 'fallback') break
          reasons.push(event.text)
          isReplaced = true
          break
        case 'text-delta':
        case 'reasoning-delta':
        case 'tool-call-delta':
          tellReasons()
          break
        case 'iteration-end':
          tellReasons()
          if (!isReplaced && !isSettled) after(forget)
          isSettled = true
          break
        default:
      }
    },
    untilTold: () => telling,
  }
}
