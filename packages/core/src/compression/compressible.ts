import type { Message } from '../contracts/model/message.js'
import type { ToolDefinition } from '../contracts/model/tool-definition.js'
import type { SessionRecord } from '../contracts/sessions/session-store.js'
import type { ContextSnapshot } from '../contracts/turn/context-snapshot.js'
import type { AgentEvent } from '../contracts/turn/event.js'
import type { SessionId } from '../contracts/values/session-id.js'
import type { TurnHooks } from '../hooks/turn-hooks.js'
import type { OpenSession } from '../session/open-session.js'
import type { Wiring } from '../session/wiring.js'

/** An open session during or between turns, as the compression sees it. */
export interface Compressible {
  readonly wiring: Wiring
  /** The root id of the session. */
  readonly context: { readonly sessionId: SessionId }
  readonly record: SessionRecord
  readonly system: string
  readonly tools: readonly ToolDefinition[]
  readonly messages: readonly Message[]
  /** The messages since the session was opened. */
  readonly newMessages: readonly Message[]
  readonly contextWindow: number
  readonly measured?: ContextSnapshot['measured'] | undefined
  readonly signal: AbortSignal
  readonly hooks: Pick<TurnHooks, 'pre_compress' | 'on_session_end' | 'sideCalls'>
  emit(event: AgentEvent): void
  /** Called when the stored session record has changed. */
  renew(record: SessionRecord): void
  /** Switches to another session of the lineage. `survivors` maps each of its messages to the earlier copy. */
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
