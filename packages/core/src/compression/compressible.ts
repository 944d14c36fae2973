import type { ContextSnapshot } from '../contracts/context-snapshot.js'
import type { AgentEvent } from '../contracts/event.js'
import type { Message } from '../contracts/message.js'
import type { SessionId } from '../contracts/session-id.js'
import type { SessionRecord } from '../contracts/session-store.js'
import type { ToolDefinition } from '../contracts/tool-definition.js'
import type { TurnHooks } from '../hooks/turn-hooks.js'
import type { OpenSession } from '../session/open-session.js'
import type { Wiring } from '../session/wiring.js'

/** A session that is open, in a turn or between two, as its compression sees it. */
export interface Compressible {
  readonly wiring: Wiring
  /** The session as a person sees it. */
  readonly context: { readonly sessionId: SessionId }
  readonly record: SessionRecord
  readonly system: string
  readonly tools: readonly ToolDefinition[]
  readonly messages: readonly Message[]
  /** What was said since the session was opened here. */
  readonly newMessages: readonly Message[]
  readonly contextWindow: number
  readonly measured?: ContextSnapshot['measured'] | undefined
  readonly signal: AbortSignal
  readonly hooks: Pick<TurnHooks, 'pre_compress' | 'on_session_end'>
  emit(event: AgentEvent): void
  /** The session's record has changed in the store. */
  renew(record: SessionRecord): void
  /** Goes on in another session of the same lineage, as it is stored. `survivors`: what each of its messages was before. */
  continueIn(session: OpenSession, survivors: readonly Message[]): void
}

export function snapshotOf(open: Compressible): ContextSnapshot {
  const { tools } = open.wiring
  const recallTool = open.tools.find(({ name }) => tools?.traitsOf?.(name)?.recallsSession)?.name
  return {
    sessionId: open.record.id,
    system: open.system,
    tools: open.tools,
    messages: open.messages,
    contextWindow: open.contextWindow,
    ...(recallTool !== undefined && { recallTool }),
    state: open.record.contextState ?? {},
    ...(open.measured && { measured: open.measured }),
  }
}
