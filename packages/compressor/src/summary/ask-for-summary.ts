import type { SessionId } from '@hermes/core'
import type { ParsedSummary } from '../extract/sections.js'
import { problemsOf, readAnswer } from './check-summary.js'
import { chunkTranscript } from './chunk-transcript.js'
import type { SummaryFailure } from './failure.js'
import { toFailure } from './failure.js'
import type { CountText } from './fit-sections.js'
import { repairPrompt, summaryPrompt, summarySystem } from './prompt.js'
import type { Passage } from './render-transcript.js'
import type { Summarise } from './summarise.js'

export interface SummaryQuestion {
  readonly sessionId: SessionId
  readonly signal: AbortSignal
  readonly passages: readonly Passage[]
  /** The record that is brought up to date. */
  readonly previous: string | undefined
  readonly newestAsk: string | undefined
  readonly focusTopic: string | undefined
  /** How long the answer may be. */
  readonly tokens: number
}

export interface Summariser {
  readonly summarise: Summarise
  /** What its model can read and write at once. */
  readonly contextTokens: number
  readonly countTokens: CountText
  /** Takes out of the answer what should never have been in it. */
  redact(text: string): string
}

export interface SummaryAnswer {
  /** The usable part of the answer. Absent when no model answered. */
  readonly parsed?: ParsedSummary
  readonly failure?: SummaryFailure
}

/** A model wants to be told a little less than it may write, and a request is more than its texts. */
const margin = 0.85

/**
 * Asks a model for the summary: piece by piece where it cannot read all at once, each answer being the record that the next
 * piece is added to. An answer that is no summary is asked for once more, for the whole of it.
 */
export async function askForSummary(question: SummaryQuestion, summariser: Summariser): Promise<SummaryAnswer> {
  const room = roomFor(question, summariser)
  if (room < question.tokens)
    return { failure: { kind: 'garbled', reason: 'The model for summaries cannot read enough at once.' } }
  const chunks = chunkTranscript(question.passages, room, summariser.countTokens)
  const ask = createAsker(question, summariser)
  let answer: SummaryAnswer = {}
  let { previous } = question
  try {
    for (const chunk of chunks) {
      const { text, parsed, problems } = await ask(promptOf(question, previous, chunk))
      answer = { parsed }
      if (problems.length > 0) {
        const failure = {
          kind: 'garbled',
          reason: `The model for summaries gave no summary: ${problems.join('; ')}.`,
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

function roomFor(question: SummaryQuestion, { contextTokens, countTokens }: Summariser): number {
  const frame = countTokens(summarySystem) + countTokens(promptOf(question, question.previous, ''))
  // The record grows from piece to piece, and a second try names what was wrong.
  return Math.floor((contextTokens - frame - 2 * question.tokens) * margin)
}

/** One question, and once in all the same question again. */
function createAsker({ sessionId, signal, tokens }: SummaryQuestion, { summarise, redact }: Summariser) {
  let repairs = 1
  const send = async (prompt: string) => {
    signal.throwIfAborted()
    const request = { sessionId, system: summarySystem, prompt, maxTokens: tokens, signal }
    const { text, parsed } = readAnswer(redact(await unlessAborted(summarise(request), signal)))
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

/** Also where what is asked does not look at the signal. */
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
