import { addUsage, noUsage, promptTokens, type SessionRecord, type SessionStore, turnTask, type Usage } from '@hermes/core'
import { conversationsOf } from './conversations.js'
import { type Fact, factsOf, type ToolCallFact } from './session-facts.js'

export interface InsightsOptions {
  /** Nothing from before. Default: no limit. */
  readonly sinceMs?: number
  /** Only conversations that began on this surface, with what sub-agents did for them. */
  readonly source?: string
}

/** What was used in a time. */
export interface Insights {
  readonly total: Activity
  /** Days of the local calendar on which something happened, oldest first. */
  readonly days: readonly (Activity & { readonly day: string })[]
  /** The one with the most tokens first. */
  readonly models: readonly (Activity & { readonly model: string })[]
  /** The one with the most calls first. */
  readonly tools: readonly ToolActivity[]
}

export interface Activity {
  /** In which something happened; one with many continuations is one. */
  readonly conversations: number
  readonly messages: number
  readonly toolCalls: number
  readonly apiCalls: number
  readonly usage: Usage
}

export interface ToolActivity {
  readonly tool: string
  readonly calls: number
  readonly conversations: number
}

/**
 * Adds up what happened. Messages and tool calls count on their day; tokens and cost, which are kept by session, are shared out
 * over the days of a session by the number of its answers.
 */
export async function collectInsights(store: SessionStore, options: InsightsOptions = {}): Promise<Insights> {
  const { sinceMs = Number.NEGATIVE_INFINITY, source } = options
  const conversations = conversationsOf(await store.sessions.find()).filter(
    ({ root, lastActivityAtMs }) => lastActivityAtMs >= sinceMs && (source === undefined || root.source === source),
  )
  const facts: Fact[] = []
  const calls: ToolCallFact[] = []
  for (const { root, members } of conversations) {
    for (const member of members.filter((record) => record.lastActivityAtMs >= sinceMs)) {
      const found = await sessionFacts(store, member, root)
      facts.push(...found.facts.filter(({ timeMs }) => timeMs >= sinceMs))
      calls.push(...found.calls.filter(({ timeMs }) => timeMs >= sinceMs))
    }
  }
  return {
    total: activityOf(facts),
    days: grouped(facts, ({ day }) => day)
      .map(([day, members]) => ({ day, ...activityOf(members) }))
      .sort((left, right) => left.day.localeCompare(right.day)),
    models: grouped(facts, ({ model }) => model)
      .map(([model, members]) => ({ model, ...activityOf(members) }))
      .filter(({ apiCalls, usage }) => apiCalls > 0 || tokensOf(usage) > 0)
      .sort((left, right) => tokensOf(right.usage) - tokensOf(left.usage)),
    tools: grouped(calls, ({ tool }) => tool)
      .map(([tool, members]) => ({ tool, calls: members.length, conversations: distinct(members) }))
      .sort((left, right) => right.calls - left.calls || left.tool.localeCompare(right.tool)),
  }
}

async function sessionFacts(store: SessionStore, record: SessionRecord, root: SessionRecord) {
  const stored = await store.messages.load(record.id)
  const accounts = (await store.usage?.find({ sessionId: record.id })) ?? []
  const side = accounts.filter(({ task }) => task !== turnTask)
  return factsOf({ record, conversation: root.id, stored, side })
}

/** All that a model read and wrote. */
export function tokensOf(usage: Usage): number {
  return promptTokens(usage) + usage.outputTokens
}

function activityOf(facts: readonly Fact[]): Activity {
  const sum = (figure: (fact: Fact) => number) => facts.reduce((total, fact) => total + figure(fact), 0)
  return {
    conversations: distinct(facts),
    messages: sum(({ messages }) => messages),
    toolCalls: sum(({ toolCalls }) => toolCalls),
    apiCalls: sum(({ apiCalls }) => apiCalls),
    usage: facts.reduce((total, { usage }) => addUsage(total, usage), noUsage),
  }
}

function distinct(members: readonly { readonly conversation: string }[]): number {
  return new Set(members.map(({ conversation }) => conversation)).size
}

function grouped<Member>(members: readonly Member[], nameOf: (member: Member) => string): [string, Member[]][] {
  return [...Map.groupBy(members, nameOf)]
}
