import type { Compression, CompressOptions, Message } from '@hermes/core'
import { inSlices, type Steps } from '@hermes/safety'
import { redactSteps, type TextRedactor } from '@hermes/safety/redact'
import type { Block } from '../blocks.js'
import type { Meter } from '../count-tokens.js'
import { textWithNotes } from '../prune/drop-pictures.js'
import { pruneMessages } from '../prune/prune-messages.js'
import { redactBlocks } from '../prune/redact-blocks.js'
import { readBody } from '../summary/summary-body.js'
import { placeSummary } from '../summary/summary-message.js'
import { type SummaryJob, type SummaryWriter, type WrittenSummary, writeSummary } from '../summary/write-summary.js'
import type { Settings } from './options.js'
import { advice, leastGain, toCompressed, toSkipped, toUseless } from './outcome.js'
import { type CompressionPlan, planCompression } from './plan-compression.js'
import type { SessionView } from './session-view.js'
import type { CompressorState } from './state.js'
import { afterFailure, isResting, isWaiting, maxUseless } from './timing.js'

export interface CompressServices {
  readonly settings: Settings
  readonly meter: Meter
  readonly writer: SummaryWriter
  readonly redactor: TextRedactor
  now(): number
}

/** One compression: its input, its request and its plan. */
interface Attempt extends CompressServices {
  readonly view: SessionView
  readonly options: CompressOptions
  readonly urgency: Urgency
  readonly plan: CompressionPlan
}

/** Compresses a session. Yields to other work of the process between the parts of long work. */
export async function compressSession(
  view: SessionView,
  options: CompressOptions,
  services: CompressServices,
): Promise<Compression> {
  const urgency = urgencyOf(view, options, services.now())
  const refusal = refuse(view, urgency, options)
  if (refusal) return refusal
  const plan = planCompression(view, services.settings, services.meter)
  const attempt: Attempt = { ...services, view, options, urgency, plan }
  const pruned = services.settings.pruneFirst ? prune(attempt) : undefined
  if (pruned) return toCompressed(view, { messages: pruned, state: view.state }, services.meter)
  if (plan.summaryTokens === 0 || !(urgency.mustShorten || isWorthIt(view, plan))) return withoutSummary(attempt)
  return conclude(attempt, await writeSummary(await inSlices(toJob(attempt), options.signal), services.writer))
}

interface Urgency {
  /** Whether the compression is forced, or the window is nearly full. */
  readonly mustShorten: boolean
  /** Whether the summary model failed recently and the compression is not forced. */
  readonly isCooling: boolean
}

function urgencyOf(
  { state, measure, limits }: SessionView,
  { force = false }: CompressOptions,
  nowMs: number,
): Urgency {
  const isFull = measure.request / measure.calibration >= limits.urgent
  return { mustShorten: force || isFull, isCooling: !force && isResting(state, nowMs) }
}

function refuse(view: SessionView, { mustShorten, isCooling }: Urgency, { force = false }: CompressOptions) {
  const { state, measure, limits } = view
  if (!force && state.useless >= maxUseless && isWaiting(measure, limits, state)) return toSkipped(view, state, advice)
  if (!isCooling || mustShorten) return undefined
  const until = new Date(state.cooldownUntilMs).toISOString()
  return toSkipped(view, state, `The summary model failed. It is not asked again before ${until}.`)
}

function isWorthIt({ measure }: SessionView, { replaced, summaryTokens }: CompressionPlan): boolean {
  return replaced - summaryTokens >= leastGain * (measure.base + measure.messages)
}

/** Replaces old results with descriptions. Returns `undefined` if the request stays above half of the trigger. */
function prune({ view, plan, meter }: Attempt): readonly Message[] | undefined {
  const { context, measure, limits } = view
  const middle = messagesOf(plan.middle)
  const accounts = pruneMessages(middle, { recallTool: context.recallTool })
  const changes = new Map(middle.map((message, index) => [message, accounts[index] ?? message]))
  const messages = context.messages.map((message) => changes.get(message) ?? plan.cut.get(message) ?? message)
  return measure.base + meter.messages(messages) <= limits.trigger / 2 ? messages : undefined
}

/** Cuts only the messages that do not fit. */
function withoutSummary(attempt: Attempt): Compression {
  const { view, plan, meter } = attempt
  const { cut } = plan
  if (cut.size === 0) return toUseless(view, protectedIn(attempt))
  const messages = view.context.messages.map((message) => cut.get(message) ?? message)
  return toCompressed(view, { messages, state: view.state }, meter)
}

function* toJob({ view, plan, options, urgency, redactor }: Attempt): Steps<SummaryJob> {
  const { context, previous, state } = view
  // The state takes precedence over the conversation. Without the summary, the messages that it replaced may be back.
  const known = previous && (state.asks.length > 0 ? state.asks : readBody(previous.body).asks)
  const middle = yield* redactBlocks(plan.middle, redactor)
  const removed = [...(known ?? []), ...questionsIn(middle)]
  return {
    sessionId: context.sessionId,
    signal: options.signal,
    sideCalls: options.sideCalls,
    middle,
    previous: previous?.body,
    record: previous && state.record,
    userMessages: { head: yield* askedIn(plan.head, redactor), removed, end: yield* askedIn(plan.end, redactor) },
    focusTopic: options.focusTopic,
    tokens: plan.summaryTokens,
    asksModel: !urgency.isCooling,
  }
}

/** Returns the number of protected messages, or `undefined` if the caller has named the exchanges to keep. */
function protectedIn({ options, settings }: Attempt): number | undefined {
  return options.keepLast === undefined ? settings.protectLast : undefined
}

function conclude(attempt: Attempt, written: WrittenSummary): Compression {
  const { view, plan, urgency, meter, now } = attempt
  const { body, asks, record, failure, isModels } = written
  const state = stateAfter(view.state, written, now())
  if (failure?.kind === 'unreachable' && !urgency.mustShorten) {
    return toSkipped(view, state, `No summary model is available. ${failure.reason}`)
  }
  const head = messagesOf(plan.head)
  const end = messagesOf(plan.end)
  const placed = placeSummary(body, head, end)
  if (meter.messages(placed.inserted) >= plan.replaced) return toUseless({ ...view, state }, protectedIn(attempt))
  const result = {
    messages: placed.messages,
    state: { ...state, summary: body, record, asks },
    summary: body,
  }
  if (!failure || isModels) return toCompressed(view, result, meter)
  const notice = `The summary was made by rules, without a model. ${failure.reason}`
  return toCompressed(view, { ...result, notice }, meter)
}

function stateAfter(state: CompressorState, { failure, isModels }: WrittenSummary, nowMs: number): CompressorState {
  if (failure) return afterFailure(state, failure.kind === 'garbled', nowMs)
  return isModels ? { ...state, failures: 0, cooldownUntilMs: 0 } : state
}

function* askedIn(blocks: readonly Block[], redactor: TextRedactor): Steps<readonly string[]> {
  const clean: string[] = []
  for (const question of questionsIn(blocks)) clean.push(yield* redactSteps(redactor, question))
  return clean
}

function questionsIn(blocks: readonly Block[]): readonly string[] {
  const questions = messagesOf(blocks).filter(({ role }) => role === 'user')
  return questions.map(({ content }) => textWithNotes(content))
}

function messagesOf(blocks: readonly Block[]): readonly Message[] {
  return blocks.flatMap(({ messages }) => messages)
}
