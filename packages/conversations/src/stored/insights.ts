import type { SessionStore, StoredMessage } from '@hermes/core'
import { type Activity, createTallies, createTally, type Tallies, type Tally, tokensOf } from './activity.js'
import { conversationsOf, type StoredConversation } from './conversations.js'
import { localDay } from './local-day.js'

export interface InsightsOptions {
  /** The start of the period, in milliseconds since 1970. Default: no limit. */
  readonly sinceMs?: number
  /** Limits the insights to conversations that were created on this surface, including their sub-agents. */
  readonly source?: string
}

/** The usage in a period. */
export interface Insights {
  readonly total: Activity
  /** The active days of the local calendar, oldest first. */
  readonly days: readonly NamedActivity[]
  /** The models by tokens, descending. Messages are not attributed to models. */
  readonly models: readonly NamedActivity[]
  /** The tasks by tokens, descending: the conversation itself, and side tasks. */
  readonly tasks: readonly NamedActivity[]
  /** The surfaces by messages, descending. */
  readonly surfaces: readonly NamedActivity[]
  /** The tools by calls, descending. */
  readonly tools: readonly ToolActivity[]
}

export interface NamedActivity extends Activity {
  readonly name: string
}

export interface ToolActivity {
  readonly tool: string
  readonly calls: number
  readonly conversations: number
}

/** Adds up activity: messages and tool calls by their times, model calls by the hours in which they ended. */
export async function collectInsights(store: SessionStore, options: InsightsOptions = {}): Promise<Insights> {
  const { sinceMs = Number.NEGATIVE_INFINITY, source } = options
  const conversations = conversationsOf(await store.sessions.find()).filter(
    ({ root, lastActivityAtMs }) => lastActivityAtMs >= sinceMs && (source === undefined || root.source === source),
  )
  const books = openBooks()
  await addAccounts(store, conversations, sinceMs, books)
  for (const conversation of conversations) {
    for (const member of conversation.members) {
      if (member.messageCount === 0 || member.lastActivityAtMs < sinceMs) continue
      addMessages(await store.messages.load(member.id), conversation, sinceMs, books)
    }
  }
  return toInsights(books)
}

interface Books {
  readonly total: Tally
  readonly days: Tallies
  readonly models: Tallies
  readonly tasks: Tallies
  readonly surfaces: Tallies
  readonly tools: Tallies
}

function openBooks(): Books {
  return {
    total: createTally(),
    days: createTallies(),
    models: createTallies(),
    tasks: createTallies(),
    surfaces: createTallies(),
    tools: createTallies(),
  }
}

async function addAccounts(
  store: SessionStore,
  conversations: readonly StoredConversation[],
  sinceMs: number,
  { total, days, models, tasks, surfaces }: Books,
): Promise<void> {
  const roots = new Map(conversations.flatMap(({ root, members }) => members.map(({ id }) => [id, root] as const)))
  for (const account of (await store.usage?.accounts(Number.isFinite(sinceMs) ? { sinceMs } : {})) ?? []) {
    const root = roots.get(account.sessionId)
    if (!root) continue
    // If the period starts in the middle of an hour, that hour counts for the requested day.
    const day = days.of(localDay(Math.max(account.hourMs, sinceMs)))
    const tallies = [total, day, models.of(account.model), tasks.of(account.task), surfaces.of(root.source)]
    for (const tally of tallies) tally.addCalls(root.id, account)
  }
}

function addMessages(
  stored: readonly StoredMessage[],
  { root }: StoredConversation,
  sinceMs: number,
  books: Books,
): void {
  const { total, days, surfaces, tools } = books
  for (const { message, timestampMs } of stored) {
    if (timestampMs < sinceMs) continue
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
    for (const tally of [total, days.of(localDay(timestampMs)), surfaces.of(root.source)]) {
      tally.addMessages(root.id, 1, calls.length)
    }
    for (const call of calls) tools.of(call.function.name).addMessages(root.id, 0, 1)
  }
}

function toInsights({ total, days, models, tasks, surfaces, tools }: Books): Insights {
  const byTokens = (left: Activity, right: Activity) => tokensOf(right.usage) - tokensOf(left.usage)
  const byName = (left: NamedActivity, right: NamedActivity) => left.name.localeCompare(right.name)
  return {
    total: total.sum(),
    days: days.sums().toSorted(byName),
    models: models.sums().toSorted(byTokens),
    tasks: tasks.sums().toSorted(byTokens),
    surfaces: surfaces.sums().toSorted((left, right) => right.messages - left.messages || byTokens(left, right)),
    tools: tools
      .sums()
      .toSorted((left, right) => right.toolCalls - left.toolCalls || byName(left, right))
      .map(({ name, toolCalls, conversations }) => ({ tool: name, calls: toolCalls, conversations })),
  }
}
