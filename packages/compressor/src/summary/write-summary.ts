import type { SessionId } from '@hermes/core'
import type { Block } from '../blocks.js'
import { extractSections } from '../extract/extract-sections.js'
import { toFocus } from '../extract/focus.js'
import { readHistory } from '../extract/history.js'
import { parseSections, renderSections, type Sections } from '../extract/sections.js'
import { boundAsks } from '../extract/user-asks.js'
import { shortenText } from '../prune/shorten-text.js'
import { askForSummary, type Summariser, type SummaryAnswer } from './ask-for-summary.js'
import { completeSections } from './complete-sections.js'
import type { SummaryFailure } from './failure.js'
import { type CountText, fitSections, type Room } from './fit-sections.js'
import { toPassages } from './render-transcript.js'
import { readBody, renderAsks, renderBody } from './summary-body.js'

export interface SummaryJob {
  readonly sessionId: SessionId
  readonly signal: AbortSignal
  /** What the summary stands for, beside what the previous one stood for. */
  readonly middle: readonly Block[]
  readonly previous: string | undefined
  /** What the user said: in messages that are gone now, and in those that stay. Without secrets, oldest first. */
  readonly asks: { readonly gone: readonly string[]; readonly head: readonly string[]; readonly end: readonly string[] }
  readonly focusTopic: string | undefined
  /** How long the summary may be. */
  readonly tokens: number
  /** Whether a model is to be asked. */
  readonly asksModel: boolean
}

export interface SummaryWriter {
  readonly summariser: Summariser | undefined
  readonly countTokens: CountText
  redact(text: string): string
}

export interface WrittenSummary {
  readonly body: string
  /** What the summary has kept of the words of the user. */
  readonly asks: readonly string[]
  /** Set where a model was asked in vain, wholly or in part. */
  readonly failure: SummaryFailure | undefined
  /** Whether a model had part in it. */
  readonly isModels: boolean
}

/** The part of a summary that the words of the user may fill. */
const asksShare = 0.3
/** What a model for summaries is shown of the newest message, in characters. */
const longestAsk = 4_000

/** A model's summary where one answers, completed by rules; else one by rules. Holds no secrets, and is no longer than it may be. */
export async function writeSummary(job: SummaryJob, writer: SummaryWriter): Promise<WrittenSummary> {
  const { redact, countTokens } = writer
  const previous = job.previous === undefined ? undefined : readBody(job.previous).sections
  const asks = boundAsks(job.asks.gone, { tokens: Math.floor(job.tokens * asksShare), countTokens })
  const tokens = job.tokens - (asks.length > 0 ? countTokens(renderAsks(asks)) : 0)
  const history = readHistory(job.middle, redact)
  const { head, gone, end } = job.asks
  const all = [...head, ...gone, ...end]
  const isFocused = toFocus(job.focusTopic)
  const extracted = extractSections(history, {
    asks: { all, gone, shown: [...head, ...asks, ...end] },
    previous,
    isFocused,
  })
  const { parsed, failure } = await askModel({ ...job, tokens }, all.at(-1), previous, writer)
  const sections = parsed ? completeSections(parsed, extracted) : extracted
  const body = renderBody({ sections: fitRendered(sections, { tokens, countTokens, isFocused }), asks })
  return { body: redact(body), asks, failure, isModels: parsed !== undefined }
}

async function askModel(
  job: SummaryJob,
  newestAsk: string | undefined,
  previous: Sections | undefined,
  { summariser, redact }: SummaryWriter,
): Promise<SummaryAnswer> {
  if (!summariser || !job.asksModel) return {}
  const { sessionId, signal, tokens, focusTopic } = job
  return askForSummary(
    {
      sessionId,
      signal,
      tokens,
      passages: toPassages(job.middle, redact),
      previous: previous && renderSections(previous),
      newestAsk: newestAsk === undefined ? undefined : shortenText(newestAsk, longestAsk),
      focusTopic: focusTopic === undefined ? undefined : redact(focusTopic),
    },
    summariser,
  )
}

/** Headings and breaks take their part, and tokens of lines do not simply add up. */
function fitRendered(sections: Sections, { tokens, ...rest }: Room): Sections {
  const { countTokens } = rest
  let room = tokens - countTokens(renderSections(parseSections('').sections))
  let fitted = fitSections(sections, { tokens: room, ...rest })
  for (let attempt = 0; attempt < 4 && countTokens(renderSections(fitted)) > tokens; attempt++) {
    room = Math.floor(room * 0.8)
    fitted = fitSections(sections, { tokens: room, ...rest })
  }
  return fitted
}
