import type { PromptSection } from '../contracts/plugin.js'
import type { SessionId } from '../contracts/session-id.js'
import type { SessionRecord } from '../contracts/session-store.js'
import type { ToolDefinition } from '../contracts/tool-definition.js'
import { buildSystemPrompt } from '../prompt/build-system-prompt.js'
import { keptInstructions } from './session-notes.js'
import type { Wiring } from './wiring.js'

export interface PromptOwner {
  readonly sessionId: SessionId
  readonly source: string
  readonly userId?: string | undefined
  readonly tools: readonly ToolDefinition[]
  /** The caller's own text. */
  readonly instructions?: string | undefined
}

/** The system prompt of a session: the agent's sections as they are now, and then what the caller said. */
export function promptOf(
  wiring: Wiring,
  { sessionId, source, userId, tools, instructions }: PromptOwner,
): Promise<string> {
  const sections: PromptSection[] = [...wiring.prompt]
  if (instructions !== undefined) sections.push({ id: 'instructions', stability: 'context', content: instructions })
  return buildSystemPrompt(sections, {
    sessionId,
    source,
    ...(userId !== undefined && { userId }),
    model: wiring.model.id,
    tools: tools.map(({ name }) => name),
  })
}

/**
 * The prompt of a session that is compressed, from sections that run anew: what they read may have changed since the session
 * began, and its cached prefix is lost anyway. A session that does not know what its caller had said keeps its prompt.
 */
export async function rebuildPrompt(
  wiring: Wiring,
  session: {
    readonly context: { readonly sessionId: SessionId }
    readonly record: SessionRecord
    readonly system: string
    readonly tools: readonly ToolDefinition[]
  },
): Promise<string> {
  const { record, system, tools, context } = session
  const instructions = keptInstructions.of(record)
  if (instructions === undefined) return system
  const { source, userId } = record
  return promptOf(wiring, {
    sessionId: context.sessionId,
    source,
    userId,
    tools,
    instructions: instructions ?? undefined,
  })
}
