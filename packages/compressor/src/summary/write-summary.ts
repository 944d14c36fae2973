import type { SessionId } from '@hermes/core'
import type { Block } from '../blocks.js'
import { extractSections } from '../extract/extract-sections.js'
import { toFocus } from '../extract/focus.js'
import { readHistory } from '../extract/history.js'
import { type ParsedSummary, parseSections, renderSections, type Sections } from '../extract/sections.js'
import { boundAsks } from '../extract/user-asks.js'
import { shortenText } from '../prune/shorten-text.js'
import { askForSummary, type Summariser, type SummaryAnswer } from './ask-for-summary.js'
import type { SummaryFailure } from './failure.js'
import { type CountText, fitSections, type Room } from './fit-sections.js'
import { asEarlier, joinRecord, toOwnSections, uncovered, withoutRecord } from './join-record.js'
import { toPassages } from './render-transcript.js'
import { readBody, renderAsks, renderBody } from './summary-body.js'

export interface SummaryJob {
  readonly sessionId: SessionId
  readonly signal: AbortSignal
  /** What the summary stands for, beside what the previous one stood for. */
  readonly middle: readonly Block[]
  readonly previous: string | undefined
  /** What the rules had found for that summary. Absent where the rules alone wrote it. */
  readonly record: string | undefined
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
  /** What the rules found, for the next summary. Absent where the body is just that. */
  readonly record: string | undefined
}

/** The part of a summary that the words of the user may fill. */
const asksShare = 0.3
/** The part of a summary that a model may fill; what the rules found gets the rest. */
const ownShare = 0.5
/** What a model for summaries is shown of the newest message, in characters. */
const longestAsk = 4_000

/**
 * A summary by rules, joined with a model's where one answers. What the rules found is kept from summary to summary whatever a
 * model makes of it, so that a careless model loses nothing. Holds no secrets, and is no longer than it may be.
 */
export async function writeSummary(job: SummaryJob, writer: SummaryWriter): Promise<WrittenSummary> {
  const { redact, countTokens } = writer
  const previous = job.previous === undefined ? undefined : readBody(job.previous).sections
  const asks = boundAsks(job.asks.gone, { tokens: Math.floor(job.tokens * asksShare), countTokens })
  const tokens = job.tokens - (asks.length > 0 ? countTokens(renderAsks(asks)) : 0)
  const history = readHistory(job.middle, redact)
  const { head, gone, end } = job.asks
  const all = [...head, ...gone, ...end]
  const isFocused = toFocus(job.focusTopic)
  const known = job.record === undefined ? previous : parseSections(job.record).sections
  const record = extractSections(history, {
    asks: { all, gone, shown: [...head, ...asks, ...end] },
    previous: known,
    isFocused,
  })
  const before = previous && known && previous !== known ? withoutRecord(previous, known) : undefined
  const { parsed, failure } = await askModel({ ...job, tokens }, all.at(-1), before ?? previous, writer)
  const room = { tokens, countTokens, isFocused }
  const own = parsed ?? (before && asEarlier(before))
  const sections = own ? fitJoined(own, record, room) : fitRendered(record, room)
  return {
    body: redact(renderBody({ sections, asks })),
    asks,
    failure,
    isModels: parsed !== undefined,
    record: own && redact(renderSections(fitRendered(record, room))),
  }
}

/** The model's sections first: what the rules found fills what they leave, and at least its share. */
function fitJoined(parsed: ParsedSummary, record: Sections, room: Room): Sections {
  const { tokens, countTokens } = room
  const own = fitRendered(toOwnSections(parsed), { ...room, tokens: Math.floor(tokens * ownShare) })
  const left = tokens - countTokens(renderSections(own)) + countTokens(emptySections)
  return joinRecord(own, fitRendered(uncovered(record, own, parsed.missing), { ...room, tokens: left }))
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
      tokens: Math.floor(tokens * ownShare),
      passages: toPassages(job.middle, redact),
      previous: previous && renderSections(previous),
      newestAsk: newestAsk === undefined ? undefined : shortenText(newestAsk, longestAsk),
      focusTopic: focusTopic === undefined ? undefined : redact(focusTopic),
    },
    summariser,
  )
}

const emptySections = renderSections(parseSections('').sections)

/** Headings and breaks take their part, and tokens of lines do not simply add up. */
function fitRendered(sections: Sections, { tokens, ...rest }: Room): Sections {
  const { countTokens } = rest
  let room = tokens - countTokens(emptySections)
  let fitted = fitSections(sections, { tokens: room, ...rest })
  for (let attempt = 0; attempt < 4 && countTokens(renderSections(fitted)) > tokens; attempt++) {
    room = Math.floor(room * 0.8)
    fitted = fitSections(sections, { tokens: room, ...rest })
  }
  return fitted
}
