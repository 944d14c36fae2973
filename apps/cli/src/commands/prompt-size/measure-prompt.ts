import type { PromptSection, ToolDefinition } from '@hermes/core'
import type { Runtime } from '@hermes/runtime'
import { sessionCalls, tokenCostOfSession } from './session-cost.js'

/** Size of a request in a new session without messages. */
export interface PromptSize {
  /** Tokenizer of the count. The provider's may differ by a few percent. */
  readonly tokenizer: string
  readonly model: string
  readonly contextWindow?: number
  readonly totalTokens: number
  /** Cost in a session with the given number of model calls. Absent if the price of the model is unknown. */
  readonly session?: { readonly calls: number; readonly microUsd: number }
  /** System prompt by section, largest first. */
  readonly system: SizedGroup
  /** Tools by name, largest first. */
  readonly tools: SizedGroup
}

export interface SizedGroup {
  readonly tokens: number
  readonly parts: readonly SizedPart[]
}

export interface SizedPart {
  readonly name: string
  readonly tokens: number
  /** Cost in a session of {@link PromptSize.session} calls, in micro-USD. Absent if the price of the model is unknown. */
  readonly microUsd?: number
}

const tokenizer = 'o200k_base'

/** Measures the prompt and the tools of a new session. */
export async function measurePrompt(runtime: Runtime): Promise<PromptSize> {
  // A vocabulary of two megabytes, imported only for this command.
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  const definitions = await runtime.tools()
  const context = {
    sessionId: 'inspection',
    source: 'cli',
    model: runtime.model.id,
    tools: definitions.map(({ name }) => name),
  }
  const texts = await Promise.all(runtime.promptSections.map((section) => textOf(section, context)))
  const { contextWindow, price } = runtime.model
  const tokenCost = tokenCostOfSession(price)
  const measure = { count: countTokens, ...(tokenCost !== undefined && { tokenCost }) }
  const system = toGroup(
    texts.filter(({ text }) => text !== ''),
    measure,
  )
  const tools = toGroup(definitions.map(asSent), measure)
  const totalTokens = system.tokens + tools.tokens
  return {
    tokenizer,
    model: runtime.model.id,
    ...(contextWindow !== undefined && { contextWindow }),
    totalTokens,
    ...(tokenCost !== undefined && { session: { calls: sessionCalls, microUsd: Math.round(totalTokens * tokenCost) } }),
    system,
    tools,
  }
}

interface NamedText {
  readonly name: string
  readonly text: string
}

async function textOf(
  { id, content }: PromptSection,
  context: Parameters<Exclude<PromptSection['content'], string>>[0],
): Promise<NamedText> {
  return { name: id, text: (typeof content === 'string' ? content : await content(context)).trim() }
}

/** Most providers count a tool as the JSON of its definition. */
function asSent({ name, description, parameters }: ToolDefinition): NamedText {
  return { name, text: JSON.stringify({ type: 'function', function: { name, description, parameters } }) }
}

interface Measure {
  readonly count: (text: string) => number
  /** Cost of one token in a session, in micro-USD. */
  readonly tokenCost?: number
}

function toGroup(texts: readonly NamedText[], { count, tokenCost }: Measure): SizedGroup {
  const parts = texts
    .map(({ name, text }) => ({ name, tokens: count(text) }))
    .map((part) => ({ ...part, ...(tokenCost !== undefined && { microUsd: Math.round(part.tokens * tokenCost) }) }))
    .sort((left, right) => right.tokens - left.tokens)
  return { tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0), parts }
}
