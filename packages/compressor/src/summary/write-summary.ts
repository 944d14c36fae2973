import type { SessionId } from '@hermes/core'
import type { SideCallWatch } from '@hermes/core/hooks'
import { inSlices, type Steps } from '@hermes/safety'
import type { Block } from '../blocks.js'
import { extractSections } from '../extract/extract-sections.js'
import { toFocus } from '../extract/focus.js'
import { readHistory } from '../extract/history.js'
import { type ParsedSummary, parseSections, renderSections, type Sections } from '../extract/sections.js'
import { boundAsks } from '../extract/user-asks.js'
import { shortenText } from '../prune/shorten-text.js'
import { askForSummary, type Summarizer, type SummaryAnswer } from './ask-for-summary.js'
import type { SummaryFailure } from './failure.js'
import { type CountText, fitSections, type Room } from './fit-sections.js'
import { asEarlier, joinRecord, toOwnSections, uncovered, withoutRecord } from './join-record.js'
import { toPassages } from './render-transcript.js'
import { readBody, renderAsks, renderBody } from './summary-body.js'

export interface SummaryJob {
  readonly sessionId: SessionId
  readonly signal: AbortSignal
  readonly sideCalls: SideCallWatch | undefined
  /** The blocks to summarize, in addition to the content of the previous summary, with secrets already removed. */
  readonly middle: readonly Block[]
  readonly previous: string | undefined
  /** The rule-based version of the previous summary. Absent if that summary is rule-based itself. */
  readonly record: string | undefined
  /** The user's messages, oldest first, with secrets redacted: removed ones (`removed`) and kept ones (`head`, `end`). */
  readonly userMessages: {
    readonly removed: readonly string[]
    readonly head: readonly string[]
    readonly end: readonly string[]
  }
  readonly focusTopic: string | undefined
  /** The maximum length of the summary, in tokens. */
  readonly tokens: number
  /** Whether to ask the model. */
  readonly asksModel: boolean
}

export interface SummaryWriter {
  readonly summarizer: Summarizer | undefined
  readonly countTokens: CountText
  redact(text: string): string
}

export interface WrittenSummary {
  readonly body: string
  /** The user's messages that the summary quotes. */
  readonly asks: readonly string[]
  /** Set if the model failed or answered only in part. */
  readonly failure: SummaryFailure | undefined
  /** Whether the summary includes text written by a model. */
  readonly isModels: boolean
  /** The rule-based version, for the next summary. Absent if the body is that version. */
  readonly record: string | undefined
}

/** The share of a summary for quoted user messages. */
const asksShare = 0.3
/** The share of a summary for the model's sections. Rule-based sections get the rest. */
const ownShare = 0.5
/** The maximum length of the newest message in the prompt, in characters. */
const longestAsk = 4_000

/**
 * Writes a rule-based summary and combines it with a model's, if one answers. The rule-based part is carried over to every later summary,
 * so that an incomplete model answer loses nothing. The result is redacted and fits into `job.tokens`.
 */
export async function writeSummary(job: SummaryJob, writer: SummaryWriter): Promise<WrittenSummary> {
  const { redact, countTokens } = writer
  const previous = job.previous === undefined ? undefined : readBody(job.previous).sections
  const asks = boundAsks(job.userMessages.removed, { tokens: Math.floor(job.tokens * asksShare), countTokens })
  const tokens = job.tokens - (asks.length > 0 ? countTokens(renderAsks(asks)) : 0)
  const history = await inSlices(readHistory(job.middle), job.signal)
  const { head, removed, end } = job.userMessages
  const all = [...head, ...removed, ...end]
  const isFocused = toFocus(job.focusTopic)
  const known = job.record === undefined ? previous : parseSections(job.record).sections
  const visible = [...head, ...asks, ...end]
  const context = { userMessages: { all, removed, visible }, previous: known, isFocused }
  const record = await inSlices(extractSections(history, context), job.signal)
  const before = previous && known && previous !== known ? withoutRecord(previous, known) : undefined
  const { parsed, failure } = await askModel({ ...job, tokens }, all.at(-1), before ?? previous, writer)
  const room = { tokens, countTokens, isFocused }
  const own = parsed ?? (before && asEarlier(before))
  const fitting = own ? fitJoined(own, record, room) : fitRendered(record, room)
  const sections = await inSlices(fitting, job.signal)
  return {
    body: redact(renderBody({ sections, asks })),
    asks,
    failure,
    isModels: parsed !== undefined,
    record: own && redact(renderSections(await inSlices(fitRendered(record, room), job.signal))),
  }
}

/** Fits the model's sections into their share, then fills the remaining space with record lines that they do not contain. */
function* fitJoined(parsed: ParsedSummary, record: Sections, room: Room): Steps<Sections> {
  const { tokens, countTokens } = room
  const own = yield* fitRendered(toOwnSections(parsed), { ...room, tokens: Math.floor(tokens * ownShare) })
  const left = tokens - countTokens(renderSections(own)) + countTokens(emptySections)
  return joinRecord(own, yield* fitRendered(uncovered(record, own, parsed.missing), { ...room, tokens: left }))
}

async function askModel(
  job: SummaryJob,
  newestAsk: string | undefined,
  previous: Sections | undefined,
  { summarizer, redact }: SummaryWriter,
): Promise<SummaryAnswer> {
  if (!summarizer || !job.asksModel) return {}
  const { sessionId, signal, sideCalls, tokens, focusTopic } = job
  return askForSummary(
    {
      sessionId,
      signal,
      sideCalls,
      tokens: Math.floor(tokens * ownShare),
      passages: await inSlices(toPassages(job.middle), signal),
      previous: previous && renderSections(previous),
      newestAsk: newestAsk === undefined ? undefined : shortenText(newestAsk, longestAsk),
      focusTopic: focusTopic === undefined ? undefined : redact(focusTopic),
    },
    summarizer,
  )
}

const emptySections = renderSections(parseSections('').sections)

/** Fits the rendered sections: headings and line breaks take tokens, too, and the token counts of lines are not additive. */
function* fitRendered(sections: Sections, { tokens, ...rest }: Room): Steps<Sections> {
  const { countTokens } = rest
  let room = tokens - countTokens(emptySections)
  let fitted = yield* fitSections(sections, { tokens: room, ...rest })
  for (let attempt = 0; attempt < 4 && countTokens(renderSections(fitted)) > tokens; attempt++) {
    room = Math.floor(room * 0.8)
    fitted = yield* fitSections(sections, { tokens: room, ...rest })
  }
  return fitted
}
