import type { Compression, ContextEngine, ContextSnapshot } from '../contracts/context-engine.js'
import type { SessionRecord } from '../contracts/session-store.js'
import { continuation, rootOf } from '../session/lineage.js'
import { nextTitle } from '../session/next-title.js'
import type { OpenSession } from '../session/open-session.js'
import { generateSessionId } from '../session/session-id.js'
import type { Turn } from './turn.js'

/** Before a model call: lets the context engine shorten a conversation that has outgrown the window. */
export async function compressIfNeeded(turn: Turn): Promise<void> {
  const engine = turn.wiring.contextEngine
  if (!engine?.shouldCompress(snapshotOf(turn))) return
  await compress(turn, engine)
}

async function compress(turn: Turn, engine: ContextEngine): Promise<void> {
  const compression = await engine.compress(snapshotOf(turn), { signal: turn.signal })
  turn.signal.throwIfAborted()
  if (compression.status === 'skipped') {
    await turn.wiring.store.sessions.update(turn.record.id, { contextState: compression.state })
    turn.emit({ type: 'notice', code: 'compression-skipped', text: compression.reason })
    return
  }
  turn.continueIn(await splitSession(turn, compression))
  const { tokensBefore, tokensAfter } = compression
  turn.emit({ type: 'compression-end', sessionId: turn.record.id, tokensBefore, tokensAfter })
}

function snapshotOf(turn: Turn): ContextSnapshot {
  return {
    sessionId: turn.record.id,
    system: turn.system,
    tools: turn.tools,
    messages: turn.messages,
    contextWindow: turn.wiring.model.contextWindow,
    state: turn.record.contextState ?? {},
    ...(turn.measured && { measured: turn.measured }),
  }
}

/**
 * Begins a child with what survives and only then ends the parent: a crash in between leaves the parent as it was.
 */
async function splitSession(
  turn: Turn,
  { messages, state }: Extract<Compression, { status: 'compressed' }>,
): Promise<OpenSession> {
  const { store, services } = turn.wiring
  const parent = turn.record
  const child = await createChild(turn, parent)
  const timestampMs = services.now()
  const stored = await store.messages.append(
    child.id,
    messages.map((message) => ({ message, timestampMs })),
  )
  const record = await store.sessions.update(child.id, { contextState: state })
  await store.sessions.update(parent.id, { endReason: 'compression', endedAtMs: timestampMs })
  return {
    record,
    system: turn.system,
    tools: turn.tools,
    messages: stored.map(({ message }) => message),
    resumed: true,
  }
}

async function createChild(turn: Turn, parent: SessionRecord): Promise<SessionRecord> {
  const { store, services, model } = turn.wiring
  const id = generateSessionId(services)
  const title = await nextTitle(store, await rootOf(store, parent))
  return store.sessions.create({
    id,
    source: parent.source,
    model: model.id,
    modelConfig: { ...parent.modelConfig, continues: continuation },
    systemPrompt: turn.system,
    parentSessionId: parent.id,
    startedAtMs: services.now(),
    ...(title !== undefined && { title }),
    ...(parent.userId !== undefined && { userId: parent.userId }),
    ...(parent.workingDirectory !== undefined && { workingDirectory: parent.workingDirectory }),
  })
}
