import { setTimeout as sleep } from 'node:timers/promises'
import type { Conversation, Conversations, Submission } from '@hermes/conversations'
import {
  type AgentEvent,
  describeError,
  type Logger,
  type MessageContent,
  type SessionId,
  type SessionSeed,
} from '@hermes/core'
import type { QuestionDesk } from '@hermes/core/questions'
import { isLeftOpen } from '../../../own-work/is-left-open.js'
import type { OwnWork } from '../../../own-work/own-work.js'
import type { Tracing } from '../../../tracing/tracing.js'
import type { Budgets } from '../../access/budgets.js'
import type { RequestLimit } from '../../access/limit-requests.js'
import { turnEvents } from '../../completions/turn-events.js'
import type { Files } from '../../files/files.js'
import { askedIn } from '../../models/asked-in.js'
import type { AskedModel, RequestModels } from '../../models/request-models.js'
import { type Caller, toSender } from '../../request/caller.js'
import type { KeyedRequests } from '../../request/keyed-requests.js'
import { RequestError } from '../../request/request-error.js'
import type { SessionAccess } from '../../request/require-session.js'
import type { RunJournals } from '../events/run-journals.js'
import { runEndOf } from '../output/run-end.js'
import { RunTexts } from '../output/run-texts.js'
import type { RunBook } from '../record/run-book.js'
import type { RunOrders } from '../record/run-orders.js'
import type { Echoed, RunEnd, RunRecord } from '../record/run-record.js'

/** Interval at which the record of another process is looked for, in milliseconds. */
const recordMs = 50

export interface RunServices extends SessionAccess {
  readonly conversations: Conversations
  readonly limit: RequestLimit
  /** Absent if the store keeps no values. */
  readonly budgets?: Budgets
  /** Absent if the store keeps no values. */
  readonly files?: Files
  readonly modelName: string
  readonly models: RequestModels
  readonly workingDirectory: string
  readonly runs: RunBook
  readonly keyedRequests: KeyedRequests
  readonly journals: RunJournals
  /** Tells other processes which runs this one has to finish. Absent if the store has no work queue. */
  readonly runWork?: Pick<OwnWork, 'put'>
  /** Reaches the runs of other processes. Absent if the store has no work queue. */
  readonly runOrders?: Pick<RunOrders, 'send'>
  readonly questions: QuestionDesk
  readonly logger: Logger
  /** Default: turns are not traced. */
  readonly tracing?: Pick<Tracing, 'link'>
}

export interface NewRun {
  readonly id: string
  readonly caller: Caller
  /** A stored session, the key of a conversation, or neither for a new session. */
  readonly place: { readonly id?: SessionId; readonly key?: string }
  readonly content: MessageContent
  /** The model that the client requests. */
  readonly asked: AskedModel | undefined
  readonly seed: Pick<SessionSeed, 'instructions' | 'history'>
  readonly fingerprint: string
  readonly echoed: Echoed
  /** Whether the client can answer questions of the agent. Without anyone to ask, questions get their default answer. */
  readonly answers: boolean
  /** Whether the record is stored. Default: true. */
  readonly isKept?: boolean
  /** Whether the run ends with the connection of its client, or with this process. Default: false, and others continue it. */
  readonly endsWithClient?: boolean
  /** Whether {@link LiveRun.events} is read. Default: false. */
  readonly isStreamed?: boolean
}

export interface LiveRun {
  readonly record: RunRecord
  readonly conversation: Conversation
  readonly submission: Submission
  /** The events of the turn from the first one, for one reader. Absent unless requested. */
  readonly events: AsyncIterable<AgentEvent> | undefined
  /** Resolves to the stored end, or to `undefined` if another process continues the run, or this one does once the store is available again. */
  readonly ended: Promise<RunEnd | undefined>
}

/** A run that this request has started, or the run of an earlier request with its `Idempotency-Key`. */
export type Started = { readonly live: LiveRun } | { readonly earlier: RunRecord }

/**
 * Starts a turn, or queues it behind the running one. Resolves when the input is stored, after which the run survives the process. If another process
 * has already stored the input, the run belongs to that process, or is taken over from it.
 * @throws {RequestError} when the input is refused, or too many turns are running.
 */
export async function startRun(run: NewRun, services: RunServices): Promise<Started> {
  await services.budgets?.check(run.caller)
  const release = services.limit.take()
  try {
    const conversation = await openFor(run, services)
    const started = await submit(run, conversation, services)
    if ('live' in started) started.live.ended.then(release, release)
    else release()
    return started
  } catch (error) {
    release()
    throw error
  }
}

function openFor({ place, seed, caller: { userId } }: NewRun, services: RunServices): Promise<Conversation> {
  const { conversations, source, workingDirectory } = services
  const whole = { source, workingDirectory, ...(userId !== undefined && { userId }), ...seed }
  return place.key === undefined
    ? conversations.open({ seed: whole, ...(place.id !== undefined && { id: place.id }) })
    : conversations.open({ key: place.key, seed: whole })
}

async function submit(run: NewRun, conversation: Conversation, services: RunServices): Promise<Started> {
  const { id, caller, content, answers, isKept = true, endsWithClient = false, isStreamed = false } = run
  const over = new AbortController()
  const texts = new RunTexts()
  const events = conversation.events({ signal: over.signal, from: 'now', answers, joins: false })
  const shown = isStreamed ? conversation.events({ signal: over.signal, from: 'now' }) : undefined
  const asked = askedIn(conversation, run.asked)
  const submission = conversation.submit(
    { id, content, as: 'message', whenBusy: 'queue', ...(asked && { model: asked.choice }) },
    toSender(caller),
  )
  services.tracing?.link(submission)
  const added = recordOf({ ...run, asked }, conversation)
  try {
    const isDuplicate = await isAcceptedBefore(submission)
    if (isDuplicate && isKept) {
      over.abort()
      return { earlier: await recordElsewhere(added, submission, services) }
    }
  } catch (error) {
    over.abort()
    throw error
  }
  const collected = collect(turnEvents(isKept ? services.journals.keep(id, events) : events, submission, over), texts)
  const recorded = isKept ? keep(added, services) : Promise.resolve(added)
  const ended = submission.ended.then(async (end) => {
    await collected
    over.abort()
    const isLeft = isKept && !endsWithClient && isLeftOpen(end, services.conversations)
    const stored = isLeft ? undefined : runEndOf(end, texts)
    await recorded
    if (!isKept) services.runs.forget(id)
    else if (stored) await services.runs.settle({ id, sessionId: conversation.id }, stored)
    return stored
  })
  if (isKept) services.runs.track(id, ended)
  ended.catch((error: unknown) => {
    services.logger.log('error', 'The end of a run was not stored.', { run: id, error: describeError(error) })
  })
  const live = {
    record: await recorded,
    conversation,
    submission,
    events: shown && turnEvents(shown, submission, over),
    ended,
  }
  return { live }
}

/**
 * Resolves when the input is safe, to whether an earlier request has stored it, possibly at another gateway or at one that has since died.
 * @throws {RequestError} when the input is refused.
 */
async function isAcceptedBefore(submission: Submission): Promise<boolean> {
  const acceptance = await submission.accepted
  if (acceptance.as !== 'refused') return acceptance.as === 'duplicate'
  const isClosing = acceptance.reason === 'closing'
  throw new RequestError(isClosing ? 503 : 400, isClosing ? 'stopping' : acceptance.reason, acceptance.message)
}

function recordOf(
  { id, caller: { userId }, fingerprint, asked, echoed, answers }: NewRun,
  { id: sessionId }: Conversation,
): RunRecord {
  return {
    id,
    sessionId,
    ...(userId !== undefined && { userId }),
    fingerprint,
    createdAtMs: Date.now(),
    echoed: { ...echoed, ...(asked && { model: asked.name }) },
    ...(answers && { answers }),
  }
}

/**
 * Returns the record of a run whose input another process has stored. If that process is alive, it stores the record at once. If it died first, this
 * process stores the record when the turn no longer runs anywhere.
 */
async function recordElsewhere(added: RunRecord, { ended }: Submission, services: RunServices): Promise<RunRecord> {
  let isOver = false
  const over = ended.then(() => {
    isOver = true
  })
  for (;;) {
    // A record that was added by the end of the turn is found in a last check after it.
    const isLast = isOver
    const known = await services.runs.get(added.id)
    if (known) return known
    if (isLast) return keep(added, services)
    await Promise.race([sleep(recordMs), over])
  }
}

/** Stores the record of a run whose input is safe. From then on, the death of a process is noticed, and another one continues the run. */
async function keep(added: RunRecord, { runs, runWork }: Pick<RunServices, 'runs' | 'runWork'>): Promise<RunRecord> {
  const run = await runs.add(added)
  await runWork?.put(run.id, null)
  return run
}

async function collect(events: AsyncIterable<AgentEvent>, texts: RunTexts): Promise<void> {
  for await (const event of events) texts.add(event)
}
