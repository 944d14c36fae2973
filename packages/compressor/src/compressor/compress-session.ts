import type { Compression, CompressOptions, Message } from '@hermes/core'
import type { Block } from '../blocks.js'
import type { Meter } from '../count-tokens.js'
import { textWithNotes } from '../prune/drop-pictures.js'
import { pruneMessages } from '../prune/prune-messages.js'
import { readBody } from '../summary/summary-body.js'
import { placeSummary } from '../summary/summary-message.js'
import { type SummaryWriter, type WrittenSummary, writeSummary } from '../summary/write-summary.js'
import type { Settings } from './options.js'
import { advice, leastGain, toCompressed, toSkipped, toUseless } from './outcome.js'
import { type CompressionPlan, planCompression } from './plan-compression.js'
import type { SessionView } from './session-view.js'
import type { CompressorState } from './state.js'
import { afterFailure, isWaiting, maxUseless } from './timing.js'

export interface CompressServices {
  readonly settings: Settings
  readonly meter: Meter
  readonly writer: SummaryWriter
  now(): number
}

/** One compression, from the look at the session to what comes of it. The one thing that waits is the question to a model. */
export async function compressSession(
  view: SessionView,
  options: CompressOptions,
  services: CompressServices,
): Promise<Compression> {
  const { settings, meter } = services
  const urgency = urgencyOf(view, options, services)
  if (urgency.refusal) return urgency.refusal
  const plan = planCompression(view, settings, meter)
  const pruned = settings.pruneFirst ? prune(view, plan, meter) : undefined
  if (pruned) return toCompressed(view, { messages: pruned, state: view.state }, meter)
  if (plan.summaryTokens === 0 || !(urgency.mustShorten || isWorthIt(view, plan)))
    return withoutSummary(view, plan, meter)
  const summary = await writeSummary(toJob(view, plan, options, urgency.isCooling, services), services.writer)
  return conclude(view, plan, summary, urgency.mustShorten, services)
}

interface Urgency {
  readonly mustShorten: boolean
  readonly isCooling: boolean
  readonly refusal: Compression | undefined
}

/** Whoever asks for a compression, or a window that is nearly full, gets one, also while the model for summaries rests. */
function urgencyOf(view: SessionView, { force = false }: CompressOptions, { now }: CompressServices): Urgency {
  const { state, measure, limits } = view
  const isUrgent = measure.request / measure.calibration >= limits.urgent
  const isCooling = !force && now() < state.cooldownUntilMs
  const isExhausted = !force && state.useless >= maxUseless && isWaiting(measure, limits, state)
  const refusal = isExhausted
    ? toSkipped(view, state, advice)
    : isCooling && !isUrgent
      ? toSkipped(view, state, `The model for summaries failed; it is asked again from ${toTime(state)} on.`)
      : undefined
  return { mustShorten: force || isUrgent, isCooling, refusal }
}

function toTime({ cooldownUntilMs }: CompressorState): string {
  return new Date(cooldownUntilMs).toISOString()
}

function isWorthIt({ measure }: SessionView, { replaced, summaryTokens }: CompressionPlan): boolean {
  return replaced - summaryTokens >= leastGain * (measure.base + measure.messages)
}

/** Accounts of old results in place of the results, where that is enough for long. */
function prune(view: SessionView, plan: CompressionPlan, meter: Meter): readonly Message[] | undefined {
  const { context, measure, limits } = view
  const middle = messagesOf(plan.middle)
  const accounts = pruneMessages(middle, { tools: context.tools })
  const changes = new Map(middle.map((message, index) => [message, accounts[index] ?? message]))
  const messages = context.messages.map((message) => changes.get(message) ?? plan.cut.get(message) ?? message)
  return measure.base + meter.messages(messages) <= limits.trigger / 2 ? messages : undefined
}

/** There is nothing to sum up: all that can be done is to cut what does not fit. */
function withoutSummary(view: SessionView, { cut }: CompressionPlan, meter: Meter): Compression {
  if (cut.size === 0) return toUseless(view)
  const messages = view.context.messages.map((message) => cut.get(message) ?? message)
  return toCompressed(view, { messages, state: view.state }, meter)
}

function toJob(
  { context, previous, state }: SessionView,
  plan: CompressionPlan,
  { signal, focusTopic }: CompressOptions,
  isCooling: boolean,
  { writer: { redact } }: CompressServices,
) {
  const known = state.asks.length > 0 || !previous ? state.asks : readBody(previous.body).asks
  const gone = [...known, ...saidIn(plan.middle, redact)]
  return {
    sessionId: context.sessionId,
    signal,
    middle: plan.middle,
    previous: previous?.body,
    asks: { head: saidIn(plan.head, redact), gone, end: saidIn(plan.end, redact) },
    focusTopic,
    tokens: plan.summaryTokens,
    asksModel: !isCooling,
  }
}

function conclude(
  view: SessionView,
  plan: CompressionPlan,
  { body, asks, failure, isModels }: WrittenSummary,
  mustShorten: boolean,
  { meter, now }: CompressServices,
): Compression {
  const { state } = view
  const next = failure
    ? afterFailure(state, failure.kind === 'garbled', now())
    : isModels
      ? { ...state, failures: 0, cooldownUntilMs: 0 }
      : state
  if (failure?.kind === 'unreachable' && !mustShorten) {
    return toSkipped(view, next, `The conversation is left as it is, as no model could sum it up. ${failure.reason}`)
  }
  const head = messagesOf(plan.head)
  const end = messagesOf(plan.end)
  const summary = placeSummary(body, head.at(-1), end[0])
  if (meter.messages(summary) >= plan.replaced) return toUseless({ ...view, state: next })
  const notice = failure && !isModels ? `The summary was made by rules, without a model. ${failure.reason}` : undefined
  return toCompressed(
    view,
    {
      messages: [...head, ...summary, ...end],
      state: { ...next, summary: body, asks },
      summary: body,
      ...(notice !== undefined && { notice }),
    },
    meter,
  )
}

function saidIn(blocks: readonly Block[], redact: (text: string) => string): readonly string[] {
  return messagesOf(blocks).flatMap((message) =>
    message.role === 'user' ? [redact(textWithNotes(message.content))] : [],
  )
}

function messagesOf(blocks: readonly Block[]): readonly Message[] {
  return blocks.flatMap(({ messages }) => messages)
}
