import { createHash } from 'node:crypto'
import type { Sender, SubmissionEnd } from '@hermes/conversations'
import { ConfigError, describeError, type JsonValue, type Logger, StoreError } from '@hermes/core'
import type { WorkItem, WorkQueue } from '@hermes/core/queue'
import type { ValueTable } from '@hermes/core/sessions'
import type { WebhookRoute } from '@hermes/runtime'
import { answerOf } from '../../api/completions/answer-of.js'
import { endElsewhere } from '../../chats/replies/end-elsewhere.js'
import { fromPayload, type QueuedEvent, webhookQueue } from '../event/event-queue.js'
import { fillTemplate } from '../routes/fill-template.js'
import type { FindRoute } from '../routes/find-route.js'
import { createBursts } from './bursts.js'
import { NoTargetError } from './no-target-error.js'
import { targetsOf } from './targets-of.js'
import type { WebhookAgent } from './webhook-agent.js'

export interface AnswerOptions {
  readonly findRoute: FindRoute
  /** Returns the agent of a profile, by default of the one that receives events. `undefined` if it is not served. */
  readonly agentOf: (profile?: string) => WebhookAgent | undefined
  readonly queue: WorkQueue
  readonly values: ValueTable
  /** Tells the owner of the gateway something. */
  readonly say: (line: string) => void
  readonly logger: Logger
}

interface AskOptions {
  readonly agent: WebhookAgent
  readonly queued: QueuedEvent
  readonly route: WebhookRoute
  readonly claim: { readonly signal: AbortSignal }
}

const source = 'webhook'

/** Answers the accepted events until `signal` is aborted. An event whose turn was cut off by a crash is continued. */
export function answerWebhooks(options: AnswerOptions, signal: AbortSignal): Promise<void> {
  const { queue, values, findRoute, agentOf, say, logger } = options
  const bursts = createBursts({ queue, values, now: Date.now })

  async function handle(item: WorkItem, claim: { readonly signal: AbortSignal }): Promise<void> {
    const queued = fromPayload(item.payload)
    const route = queued && (await findRoute(queued.route))
    if (!queued || !route) return logger.log('warn', 'An event was dropped: its webhook was removed.', { id: item.id })
    const superseded = route.coalesce ? await bursts.take(item, route.coalesce) : 0
    if (superseded === undefined) return
    const agent = agentOf(route.profile)
    if (!agent) throw new ConfigError('webhooks', `The profile "${route.profile}" is not served here.`)
    const data =
      route.script === undefined
        ? queued.event.data
        : await agent.transform(route.script, { id: item.id, data: queued.event.data }, claim.signal)
    if (data === undefined) return
    const text = fillTemplate(route.prompt, data) + noteOf(superseded)
    if (route.cron_job !== undefined) {
      return agent.runJob(route.cron_job, { atMs: item.putAtMs, event: { source: nameOf(queued), text } })
    }
    const targets = targetsIn(route, data, item)
    const answer = route.deliver_only ? text : await ask(item.id, text, { agent, queued, route, claim })
    if (answer === undefined || isSilent(answer)) return
    await agent.deliver({ id: item.id, route: queued.route, targets, text: answer })
  }

  /** Resolved before the agent is asked, because otherwise nobody would get its answer. */
  function targetsIn(route: WebhookRoute, data: JsonValue, { id }: WorkItem): readonly string[] {
    try {
      return targetsOf(route, data)
    } catch (error) {
      say(`The event ${id} was not answered: ${describeError(error)}`)
      throw error
    }
  }

  async function ask(
    id: string,
    text: string,
    { agent, queued, route, claim }: AskOptions,
  ): Promise<string | undefined> {
    const { conversations, store, workingDirectory } = agent
    const content = route.skills.length === 0 ? text : await agent.withSkills(route.skills, text)
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

  const isWorthRetrying = (error: unknown) => !(error instanceof NoTargetError)
  return queue.work(webhookQueue, handle, { signal, concurrency: 4, retry: { isWorthRetrying } })
}

/** Returns the text of an answer. @throws {StoreError} when the process stops before the end. The next one takes the event. */
function textOf(end: SubmissionEnd, isClosing: boolean): string | undefined {
  const isCut = end.status === 'turn' && end.result.outcome.status === 'interrupted'
  if (end.status === 'left-queued' || end.status === 'elsewhere' || (isClosing && isCut)) {
    throw new StoreError('unavailable', 'The process stops before the answer is complete.')
  }
  const answer = answerOf(end)
  return 'content' in answer ? answer.content : `The event was not answered: ${answer.message}`
}

/** Returns the name that identifies the event as the source of what a conversation has read. */
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

/** Returns a session id, which has a small alphabet. */
function sessionId(name: string): string {
  return `webhook-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
}
