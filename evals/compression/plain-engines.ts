import { estimateMessageTokens, type Summarize } from '@hermes/compressor'
import { type Compression, type ContextEngine, type Message, sanitizeTranscript, textOf } from '@hermes/core'

const threshold = 0.5
/** The share of the threshold that naive methods keep: no less than the compared engines. */
const keptShare = 0.4
const summaryShare = 0.1

/** Creates an engine that keeps the newest messages. */
export function createTruncation(): ContextEngine {
  return createEngine('truncation', async (messages, window) => newest(messages, keptShare * threshold * window))
}

/** Creates an engine that keeps the newest messages, and asks a model to summarize the rest with a plain prompt. */
export function createPlainSummary(summarize: Summarize): ContextEngine {
  return createEngine('plain-summary', async (messages, window, signal) => {
    const maxTokens = Math.floor(summaryShare * threshold * window)
    const tail = newest(messages, keptShare * threshold * window - maxTokens)
    const gone = messages.slice(0, messages.length - tail.length)
    const summary = await summarize({
      sessionId: 'plain',
      system: 'You sum up conversations.',
      prompt: `Summarise this conversation in at most ${maxTokens} tokens.\n\n${gone.map(render).join('\n\n')}`,
      maxTokens,
      signal,
    })
    return [
      { role: 'user', content: `Summary of the conversation so far:\n${summary}` },
      { role: 'assistant', content: 'Understood.' },
      ...tail,
    ]
  })
}

type Shorten = (messages: readonly Message[], window: number, signal: AbortSignal) => Promise<readonly Message[]>

function createEngine(id: string, shorten: Shorten): ContextEngine {
  return {
    id,
    shouldCompress: ({ messages, contextWindow }) => sizeOf(messages) >= threshold * contextWindow,
    async compress({ messages, contextWindow, state }, { signal }): Promise<Compression> {
      const kept = await shorten(messages, contextWindow, signal)
      const [tokensBefore, tokensAfter] = [sizeOf(messages), sizeOf(kept)]
      return { status: 'compressed', messages: kept, state, tokensBefore, tokensAfter }
    },
  }
}

/** Returns the newest messages, starting at a user message, so that no call is separated from its result. */
function newest(messages: readonly Message[], tokens: number): readonly Message[] {
  let start = messages.length
  let size = 0
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]
    if (!message) break
    size += estimateMessageTokens(message)
    if (size > tokens) break
    if (message.role === 'user') start = index
  }
  return sanitizeTranscript(messages.slice(start))
}

function sizeOf(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + estimateMessageTokens(message), 0)
}

function render(message: Message): string {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  const called = calls.map((call) => `${call.function.name} ${call.function.arguments}`)
  return `${message.role}: ${[textOf(message.content), ...called].filter(Boolean).join('\n')}`
}
