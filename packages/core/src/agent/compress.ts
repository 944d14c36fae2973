import type { Compression, CompressOptions, ContextEngine, ContextSnapshot } from '../contracts/context-engine.js'
import type { TransportError } from '../contracts/errors.js'
import type { SessionRecord } from '../contracts/session-store.js'
import { continuation, rootOf } from '../session/lineage.js'
import { nextTitle } from '../session/next-title.js'
import type { OpenSession } from '../session/open-session.js'
import { generateSessionId } from '../session/session-id.js'
import type { Turn } from './turn.js'

/** Before a model call: lets the context engine shorten a conversation that has outgrown the window. */
export async function compressIfNeeded(turn: Turn): Promise<void> {
  const engine = turn.wiring.contextEngine
  if (engine?.shouldCompress(snapshotOf(turn))) await compress(turn, engine)
}

/**
 * The provider found the conversation too long: the window is smaller than was thought. Learns it and compresses; `false`
 * when that could not make it any shorter.
 */
export async function compressOverflow(turn: Turn, overflow: TransportError): Promise<boolean> {
  await learnWindow(turn, overflow)
  const engine = turn.wiring.contextEngine
  return engine ? compress(turn, engine, { force: true }) : false
}

/** Where the provider does not say how large its window is, a step down is a safe guess. */
async function learnWindow(turn: Turn, { contextWindow }: TransportError): Promise<void> {
  const tokens = contextWindow ?? Math.floor(turn.contextWindow * 0.75)
  if (tokens >= turn.contextWindow) return
  const { id: model } = turn.wiring.model
  const modelConfig = { ...turn.record.modelConfig, learnedWindow: { model, tokens } }
  turn.renew(await turn.wiring.store.sessions.update(turn.record.id, { modelConfig }))
  turn.notify('context-window', `The window of ${model} is taken to hold ${tokens} tokens from now on.`)
}

/** `false` when there was nothing to save. */
async function compress(turn: Turn, engine: ContextEngine, options: Omit<CompressOptions, 'signal'> = {}) {
  const snapshot = snapshotOf(turn)
  turn.emit({ type: 'compression-start', sessionId: turn.record.id })
  await turn.hooks.pre_compress({ sessionId: turn.context.sessionId, snapshot })
  const compression = await engine.compress(snapshot, { ...options, signal: turn.signal })
  turn.signal.throwIfAborted()
  if (compression.status === 'skipped') {
    turn.renew(await turn.wiring.store.sessions.update(turn.record.id, { contextState: compression.state }))
    turn.notify('compression-skipped', compression.reason)
    return false
  }
  const ended = turn.record.id
  const session = await splitSession(turn, compression)
  moveOverlays(turn, compression, session)
  turn.continueIn(session)
  turn.guardrail.forgetResults()
  await turn.hooks.on_session_end({ sessionId: ended, reason: 'compression' })
  const { tokensBefore, tokensAfter } = compression
  turn.emit({ type: 'compression-end', sessionId: turn.record.id, tokensBefore, tokensAfter })
  return true
}

function snapshotOf(turn: Turn): ContextSnapshot {
  return {
    sessionId: turn.record.id,
    system: turn.system,
    tools: turn.tools,
    messages: turn.messages,
    contextWindow: turn.contextWindow,
    state: turn.record.contextState ?? {},
    ...(turn.measured && { measured: turn.measured }),
  }
}

type Compressed = Extract<Compression, { status: 'compressed' }>

/** What requests show of a message goes on with the message. */
function moveOverlays(turn: Turn, { messages }: Compressed, session: OpenSession): void {
  for (const [index, message] of messages.entries()) {
    const shown = turn.overlays.get(message)
    const stored = session.messages[index]
    if (shown && stored) turn.overlays.set(stored, shown)
  }
}

/**
 * Begins a child with what survives and only then ends the parent: a crash in between leaves the parent as it was.
 */
async function splitSession(turn: Turn, { messages, state }: Compressed): Promise<OpenSession> {
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
    openCalls: [],
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
