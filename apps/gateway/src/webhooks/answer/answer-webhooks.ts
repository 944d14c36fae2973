import { createHash } from 'node:crypto'
import type { Conversations, Sender, SubmissionEnd } from '@hermes/conversations'
import { type JsonValue, type Logger, type SessionStore, StoreError } from '@hermes/core'
import type { WorkItem, WorkQueue } from '@hermes/core/queue'
import type { ValueTable } from '@hermes/core/sessions'
import type { WebhookRoute } from '@hermes/runtime'
import type { RunRequest } from '@hermes/scheduler'
import { answerOf } from '../../api/completions/answer-of.js'
import { endElsewhere } from '../../chats/replies/end-elsewhere.js'
import { fromPayload, type QueuedEvent, webhookQueue } from '../event/event-queue.js'
import { fillTemplate } from '../routes/fill-template.js'
import type { Subscriptions } from '../routes/subscriptions.js'
import { createBursts } from './bursts.js'
import { targetsOf } from './targets-of.js'

export interface AnswerOptions {
  readonly routes: () => Promise<Subscriptions>
  readonly conversations: Conversations
  readonly store: SessionStore
  readonly queue: WorkQueue
  readonly values: ValueTable
  readonly workingDirectory: string
  /** Sends an answer to the targets of a route, each at most once for an id. */
  readonly deliver: (answer: WebhookAnswer) => Promise<void>
  /** The message with the text of skills. */
  readonly withSkills: (names: readonly string[], message: string) => Promise<string>
  /** What the script of a route makes of an event; `undefined` when it is not answered. */
  readonly transform: (script: string, data: JsonValue, signal: AbortSignal) => Promise<JsonValue | undefined>
  /** Runs a scheduled job with an event. Calls for the same time are one run. */
  readonly runJob: (job: string, request: Required<RunRequest>) => Promise<void>
  readonly logger: Logger
}

export interface WebhookAnswer {
  readonly id: string
  readonly route: string
  readonly targets: readonly string[]
  readonly text: string
}

const source = 'webhook'

/** Answers the accepted events until `signal` is aborted. An event whose turn was cut off by a crash is continued. */
export function answerWebhooks(options: AnswerOptions, signal: AbortSignal): Promise<void> {
  const { queue, values, routes, logger } = options
  const bursts = createBursts({ queue, values, now: Date.now })

  async function handle(item: WorkItem, claim: { readonly signal: AbortSignal }): Promise<void> {
    const queued = fromPayload(item.payload)
    const route = queued && (await routes())[queued.route]
    if (!queued || !route) return logger.log('warn', 'An event was dropped: its webhook was removed.', { id: item.id })
    const superseded = route.coalesce ? await bursts.take(item, route.coalesce) : 0
    if (superseded === undefined) return
    const data = await dataOf(queued, route, claim.signal)
    if (data === undefined) return
    const text = fillTemplate(route.prompt, data) + noteOf(superseded)
    if (route.cron_job !== undefined) {
      return options.runJob(route.cron_job, { atMs: item.putAtMs, event: { source: nameOf(queued), text } })
    }
    const answer = route.deliver_only ? text : await ask(item.id, text, { queued, route, claim })
    if (answer === undefined || isSilent(answer)) return
    await options.deliver({ id: item.id, route: queued.route, targets: targetsOf(route, data), text: answer })
  }

  async function dataOf({ event }: QueuedEvent, { script }: WebhookRoute, signal: AbortSignal) {
    return script === undefined ? event.data : options.transform(script, event.data, signal)
  }

  async function ask(
    id: string,
    text: string,
    { queued, route, claim }: { queued: QueuedEvent; route: WebhookRoute; claim: { readonly signal: AbortSignal } },
  ): Promise<string | undefined> {
    const { conversations, store, workingDirectory } = options
    const content = route.skills.length === 0 ? text : await options.withSkills(route.skills, text)
    const from: Sender = {
      person: { id: `webhook:${queued.route}`, role: 'user' },
      surface: { kind: 'api', name: source },
    }
    const conversation = await conversations.open({
      id: route.conversation === 'same' ? sessionId(queued.route) : sessionId(id),
      seed: { source, workingDirectory, userId: from.person.id },
      choice: { toolsets: route.toolsets, ...(route.model !== undefined && { model: route.model }) },
    })
    const origins = [{ kind: 'web', name: nameOf(queued) }] as const
    const submission = conversation.submit({ id, content, origins, as: 'message', whenBusy: 'queue' }, from)
    let end: SubmissionEnd = await submission.ended
    if (end.status === 'elsewhere' || (end.status === 'duplicate' && end.reply === undefined)) {
      const live = { follow: () => undefined }
      end = await endElsewhere(id, { conversations, store, conversation, from, live, signal: claim.signal })
    }
    claim.signal.throwIfAborted()
    return textOf(end, conversations.isClosing)
  }

  return queue.work(webhookQueue, handle, { signal, concurrency: 4 })
}

/** @throws {StoreError} when the process stops before the end: the next one takes the event. */
function textOf(end: SubmissionEnd, isClosing: boolean): string | undefined {
  const isCut = end.status === 'turn' && end.result.outcome.status === 'interrupted'
  if (end.status === 'left-queued' || end.status === 'elsewhere' || (isClosing && isCut)) {
    throw new StoreError('unavailable', 'The process stops before the answer is complete.')
  }
  const answer = answerOf(end)
  return 'content' in answer ? answer.content : `The event was not answered: ${answer.message}`
}

/** As the source of what a conversation has read. */
function nameOf({ route }: QueuedEvent): string {
  return `webhook ${route}`
}

function noteOf(superseded: number): string {
  return superseded === 0 ? '' : `\n\n(${superseded} earlier events of the same kind were left out.)`
}

function isSilent(text: string): boolean {
  const lines = text.trim().split('\n')
  return text.trim() === '' || [lines[0], lines.at(-1)].some((line) => line?.trim().toUpperCase() === '[SILENT]')
}

/** Session ids have a small alphabet. */
function sessionId(name: string): string {
  return `webhook-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
}
