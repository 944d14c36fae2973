import type { SessionId } from '@hermes/core'
import type { SideCallWatch } from '@hermes/core/hooks'
import { inSlices } from '@hermes/safety'
import type { ParsedSummary } from '../extract/sections.js'
import { problemsOf, readAnswer } from './check-summary.js'
import { chunkTranscript } from './chunk-transcript.js'
import type { SummaryFailure } from './failure.js'
import { toFailure } from './failure.js'
import type { CountText } from './fit-sections.js'
import { repairPrompt, summaryPrompt, summarySystem } from './prompt.js'
import type { Passage } from './render-transcript.js'
import type { Summarize } from './summarize.js'

export interface SummaryQuestion {
  readonly sessionId: SessionId
  readonly signal: AbortSignal
  readonly sideCalls: SideCallWatch | undefined
  readonly passages: readonly Passage[]
  /** The summary to update. */
  readonly previous: string | undefined
  readonly newestAsk: string | undefined
  readonly focusTopic: string | undefined
  /** The maximum length of the answer, in tokens. */
  readonly tokens: number
}

export interface Summarizer {
  readonly summarize: Summarize
  /** The window of the summary model, in tokens. */
  readonly contextTokens: number
  readonly countTokens: CountText
  /** Removes secrets from the answer. */
  redact(text: string): string
}

export interface SummaryAnswer {
  /** The usable part of the answer. Absent when no model answered. */
  readonly parsed?: ParsedSummary
  readonly failure?: SummaryFailure
}

/** The safety factor: models exceed a requested length, and a request has more tokens than its texts. */
const margin = 0.85

/**
 * Asks a model for the summary. A transcript that does not fit into one request is sent in chunks, and each answer is
 * the summary that the next chunk updates. Only one unusable answer is retried, whatever the number of chunks.
 */
export async function askForSummary(question: SummaryQuestion, summarizer: Summarizer): Promise<SummaryAnswer> {
  const room = roomFor(question, summarizer)
  if (room < question.tokens)
    return { failure: { kind: 'garbled', reason: 'The context window of the summary model is too small.' } }
  const chunks = await inSlices(chunkTranscript(question.passages, room, summarizer.countTokens), question.signal)
  const ask = createAsker(question, summarizer)
  let answer: SummaryAnswer = {}
  let { previous } = question
  try {
    for (const chunk of chunks) {
      const { text, parsed, problems } = await ask(promptOf(question, previous, chunk))
      answer = { parsed }
      if (problems.length > 0) {
        const failure = {
          kind: 'garbled',
          reason: `The summary model returned no usable summary: ${problems.join('; ')}.`,
        } as const
        return text === '' ? { failure } : { parsed, failure }
      }
      previous = text
    }
    return answer
  } catch (error) {
    question.signal.throwIfAborted()
    return { failure: toFailure(error) }
  }
}

function promptOf(question: SummaryQuestion, previous: string | undefined, transcript: string): string {
  const { newestAsk, focusTopic } = question
  return summaryPrompt({ previous, transcript, newestAsk, focusTopic, tokens: Math.floor(question.tokens * margin) })
}

function roomFor(question: SummaryQuestion, { contextTokens, countTokens }: Summarizer): number {
  const frame = countTokens(summarySystem) + countTokens(promptOf(question, question.previous, ''))
  // The summary grows with each chunk, and a retry lists the problems of the first answer.
  return Math.floor((contextTokens - frame - 2 * question.tokens) * margin)
}

/** Returns a function that sends prompts, with a single retry shared by all of them. */
function createAsker({ sessionId, signal, sideCalls, tokens }: SummaryQuestion, { summarize, redact }: Summarizer) {
  let repairs = 1
  const send = async (prompt: string) => {
    signal.throwIfAborted()
    const common = { sessionId, signal, ...(sideCalls && { sideCalls }) }
    const request = { ...common, system: summarySystem, prompt, maxTokens: tokens }
    const { text, parsed } = readAnswer(redact(await unlessAborted(summarize(request), signal)))
    return { text, parsed, problems: problemsOf(parsed, text) }
  }
  return async (prompt: string) => {
    const first = await send(prompt)
    if (first.problems.length === 0 || repairs === 0) return first
    repairs -= 1
    const second = await send(repairPrompt(prompt, first.problems))
    return second.text === '' ? { ...first, problems: second.problems } : second
  }
}

/** Rejects when the signal aborts, even if `value` ignores the signal. */
async function unlessAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([value, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
