import type { PromptSection } from '../contracts/agent/plugin.js'
import type { ToolDefinition } from '../contracts/model/tool-definition.js'
import type { SessionRecord } from '../contracts/sessions/session-store.js'
import type { SessionId } from '../contracts/values/session-id.js'
import { buildSystemPrompt } from '../prompt/build-system-prompt.js'
import { keptInstructions } from './session-notes.js'
import type { Wiring } from './wiring.js'

export interface PromptOwner {
  readonly sessionId: SessionId
  readonly source: string
  readonly userId?: string | undefined
  readonly tools: readonly ToolDefinition[]
  /** The caller's instructions. */
  readonly instructions?: string | undefined
}

/** Builds the system prompt of a session: the agent's current sections, followed by the caller's instructions. */
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
    toolsets: [...new Set(tools.flatMap(({ name }) => wiring.tools?.traitsOf?.(name)?.toolset ?? []))],
  })
}

/**
 * Rebuilds the prompt from the sections after a compression: their sources may have changed, and the cached prefix is lost
 * anyway. A session that did not store its caller's instructions keeps its prompt.
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
