import type { PromptSection, ToolDefinition } from '@hermes/core'
import type { Runtime } from '@hermes/runtime'

/** What every request of a new session carries before anybody has said a word. */
export interface PromptSize {
  /** The vocabulary that was counted with: that of a provider may differ by some percent. */
  readonly tokenizer: string
  readonly model: string
  readonly contextWindow?: number
  readonly totalTokens: number
  /** By section, the largest first. */
  readonly system: SizedGroup
  /** By tool, the largest first. */
  readonly tools: SizedGroup
}

export interface SizedGroup {
  readonly tokens: number
  readonly parts: readonly SizedPart[]
}

export interface SizedPart {
  readonly name: string
  readonly tokens: number
}

const tokenizer = 'o200k_base'

/** The prompt and the tools as the runtime would give them to a session that begins now. */
export async function measurePrompt(runtime: Runtime): Promise<PromptSize> {
  // Two megabytes of vocabulary: for this command alone.
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  const definitions = await runtime.tools()
  const context = {
    sessionId: 'inspection',
    source: 'cli',
    model: runtime.model.id,
    tools: definitions.map(({ name }) => name),
  }
  const texts = await Promise.all(runtime.promptSections.map((section) => textOf(section, context)))
  const system = toGroup(
    texts.filter(({ text }) => text !== ''),
    countTokens,
  )
  const tools = toGroup(definitions.map(asSent), countTokens)
  const { contextWindow } = runtime.model
  return {
    tokenizer,
    model: runtime.model.id,
    ...(contextWindow !== undefined && { contextWindow }),
    totalTokens: system.tokens + tools.tokens,
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

/** Most providers count a tool as the JSON that they were sent. */
function asSent({ name, description, parameters }: ToolDefinition): NamedText {
  return { name, text: JSON.stringify({ type: 'function', function: { name, description, parameters } }) }
}

function toGroup(texts: readonly NamedText[], count: (text: string) => number): SizedGroup {
  const parts = texts
    .map(({ name, text }) => ({ name, tokens: count(text) }))
    .sort((left, right) => right.tokens - left.tokens)
  return { tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0), parts }
}
