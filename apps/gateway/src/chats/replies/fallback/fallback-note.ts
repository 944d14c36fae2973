import { type AgentEvent, describeError, type Logger, type SessionId } from '@hermes/core'
import type { ValueTable } from '@hermes/core/sessions'

/** Tells a chat that another model answers, and why: once per model that takes over, until the conversation's own model has answered again. */
export interface FallbackNote {
  see(event: AgentEvent): void
  /** Resolves when everything that is due was told. Never rejects. */
  untilTold(): Promise<void>
}

export interface FallbackNoteOptions {
  readonly conversation: SessionId
  readonly values: ValueTable
  readonly logger: Logger
  /** Tells the chat a text. `count`: how many were told earlier in this turn. */
  readonly tell: (text: string, count: number) => Promise<unknown>
}

/** Conversations whose people know that another model answers, with the name of that model. */
const namespace = 'chat-fallbacks'

export function createFallbackNote({ conversation, values, logger, tell }: FallbackNoteOptions): FallbackNote {
  let reasons: string[] = []
  /** The model that is asked instead. */
  let substitute: string | undefined
  let told = 0
  let isReplaced = false
  let isSettled = false
  let telling = Promise.resolve()

  const known = () => values.get(namespace, conversation)

  async function tellOnce(text: string, name: string): Promise<void> {
    if ((await known()) === name) return
    await tell(`🔄 ${text}`, told)
    told += 1
    await values.update(namespace, conversation, () => name, { sessionId: conversation })
  }

  async function forget(): Promise<void> {
    if ((await known()) !== undefined)
      await values.update(namespace, conversation, () => undefined, { isVolatile: true })
  }

  function after(step: () => Promise<void>): void {
    telling = telling.then(step).catch((error: unknown) => {
      logger.log('warn', 'It could not be told that another model answers.', { error: describeError(error) })
    })
  }

  /** Called when a model answers. If all models fail, the turn fails and reports the reason itself. */
  function tellReasons(): void {
    if (reasons.length === 0 || substitute === undefined) return
    const [text, name] = [reasons.join('\n'), substitute]
    reasons = []
    after(() => tellOnce(text, name))
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
          substitute = event.continuesWith ?? event.text
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
