import { type Message, type PromptSection, type SessionContext, type ToolCall, textOf } from '@hermes/core'

/** The use of a session's context window. */
export interface ContextUse {
  /** The tokenizer that counted; the provider's count may differ by a few percent. */
  readonly tokenizer: string
  readonly model: string
  readonly contextWindow: number
  /** The size of the next request. */
  readonly totalTokens: number
  readonly freeTokens: number
  /** The size at which the conversation is compressed. Absent if it never is. */
  readonly compressedAt?: number
  /** The groups of the context, in the order of the request. */
  readonly groups: readonly ContextGroup[]
}

export interface ContextGroup {
  readonly name: 'system prompt' | 'memory' | 'tools' | 'history'
  readonly tokens: number
  /** The parts of the group, largest first. */
  readonly parts: readonly ContextPart[]
}

export interface ContextPart {
  readonly name: string
  readonly tokens: number
}

export interface Measured {
  readonly model: string
  /** The sections of the prompt, if known. */
  readonly promptSections: readonly PromptSection[]
  readonly context: SessionContext
  /** The summary of an earlier compression. */
  readonly summary?: string | undefined
}

/** Counts tokens with the tokenizer `name`. */
export interface TokenCounter {
  readonly name: string
  readonly count: (text: string) => number
}

type Count = (text: string) => number

/** The typical cost of an image, in tokens. */
const perPicture = 1_500

export async function measureContext(
  measured: Measured,
  { name: tokenizer, count }: TokenCounter,
): Promise<ContextUse> {
  const { model, context, summary } = measured
  const { system, memory } = await measureSystem(measured, count)
  const groups: readonly ContextGroup[] = [
    { name: 'system prompt', ...toGroup(system) },
    { name: 'memory', ...toGroup(memory) },
    { name: 'tools', ...toGroup(context.tools.map((tool) => toolPart(tool, count))) },
    { name: 'history', ...toGroup(measureHistory(context.messages, summary, count)) },
  ]
  const totalTokens = groups.reduce((sum, { tokens }) => sum + tokens, 0)
  const { contextWindow, measure } = context
  return {
    tokenizer,
    model,
    contextWindow,
    totalTokens,
    freeTokens: Math.max(0, contextWindow - totalTokens),
    ...(measure && { compressedAt: measure.trigger }),
    groups,
  }
}

/** Splits the stored prompt into its sections, as far as they are unchanged. */
async function measureSystem(
  { model, promptSections, context: { sessionId, system, tools } }: Measured,
  count: Count,
): Promise<{ readonly system: readonly ContextPart[]; readonly memory: readonly ContextPart[] }> {
  const about = { sessionId, source: 'cli', model, tools: tools.map(({ name }) => name) }
  const texts = await Promise.all(
    promptSections.map(async (section) => ({ name: section.id, text: await textOfSection(section, about) })),
  )
  const found = texts.filter(({ text }) => text !== '' && system.includes(text))
  const parts = found.map(({ name, text }) => ({ name, tokens: count(text) }))
  const others = count(system) - parts.reduce((sum, { tokens }) => sum + tokens, 0)
  const isMemory = ({ name }: ContextPart) => /memory|user/i.test(name)
  return {
    system: [...parts.filter((part) => !isMemory(part)), ...(others > 0 ? [{ name: 'other', tokens: others }] : [])],
    memory: parts.filter(isMemory),
  }
}

async function textOfSection(
  { content }: PromptSection,
  about: Parameters<Exclude<PromptSection['content'], string>>[0],
): Promise<string> {
  return (typeof content === 'string' ? content : await content(about)).trim()
}

/** Measures a tool as the JSON of its definition, as most providers count it. */
function toolPart({ name, description, parameters }: SessionContext['tools'][number], count: Count): ContextPart {
  return { name, tokens: count(JSON.stringify({ type: 'function', function: { name, description, parameters } })) }
}

function measureHistory(
  messages: readonly Message[],
  summary: string | undefined,
  count: Count,
): readonly ContextPart[] {
  const kinds = new Map<string, number>()
  const names = new Map<string, string>()
  const add = (kind: string, tokens: number) => {
    if (tokens > 0) kinds.set(kind, (kinds.get(kind) ?? 0) + tokens)
  }
  for (const message of messages) {
    const own = count(textOf(message.content)) + perPicture * picturesIn(message)
    if (message.role === 'tool') add(`results of ${names.get(message.tool_call_id) ?? message.name ?? 'a tool'}`, own)
    else if (isSummary(message, summary)) add('summary', own)
    else add(message.role === 'user' ? 'you' : 'the model', own)
    if (message.role !== 'assistant') continue
    for (const call of message.tool_calls ?? []) {
      names.set(call.id, call.function.name)
      add('tool calls', count(argumentsOf(call)))
    }
  }
  return [...kinds].map(([name, tokens]) => ({ name, tokens }))
}

function isSummary({ content }: Message, summary: string | undefined): boolean {
  return summary !== undefined && summary !== '' && textOf(content).includes(summary)
}

function argumentsOf({ function: { name, arguments: text } }: ToolCall): string {
  return `${name} ${text}`
}

function picturesIn({ content }: Message): number {
  return Array.isArray(content) ? content.filter(({ type }) => type !== 'text').length : 0
}

function toGroup(parts: readonly ContextPart[]): Omit<ContextGroup, 'name'> {
  const sorted = parts.toSorted((left, right) => right.tokens - left.tokens)
  return { tokens: sorted.reduce((sum, { tokens }) => sum + tokens, 0), parts: sorted }
}
