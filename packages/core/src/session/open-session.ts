import type { RunOptions } from '../contracts/agent/agent.js'
import { StoreError } from '../contracts/errors/errors.js'
import type { Message, ToolCall } from '../contracts/model/message.js'
import { textOf } from '../contracts/model/message.js'
import type { ToolDefinition } from '../contracts/model/tool-definition.js'
import type { StoredFinishReason } from '../contracts/model/usage.js'
import type { SessionNotes } from '../contracts/sessions/session-notes.js'
import type { NewSession, SessionRecord } from '../contracts/sessions/session-store.js'
import type { NewMessage } from '../contracts/sessions/stored-message.js'
import type { SessionId } from '../contracts/values/session-id.js'
import { joinPartials } from '../transcript/join-partials.js'
import { orderResults } from '../transcript/order-results.js'
import { openCalls, toMissingResult } from '../transcript/pair-results.js'
import { sanitizeTranscript } from '../transcript/sanitize-transcript.js'
import { newestOf } from './lineage.js'
import { isSameModel } from './model-choice.js'
import { newRecord } from './new-record.js'
import { resultsOfAsked } from './results-of-asked.js'
import { type KeptTool, keptInstructions, keptModel, keptTools } from './session-notes.js'
import { promptOf } from './session-prompt.js'
import type { Wiring } from './wiring.js'

/** A stored session with the parts that each of its requests repeats: prompt, tools and history. */
export interface OpenSession {
  readonly record: SessionRecord
  readonly system: string
  readonly tools: readonly ToolDefinition[]
  /** The history. It is valid in the sense of `sanitizeTranscript` once the open calls have results. */
  readonly messages: readonly Message[]
  /** Calls of the newest answer without a result, left open by a crash. */
  readonly openCalls: readonly ToolCall[]
  /** When the newest answer was stored. */
  readonly answeredAtMs?: number
  /** The finish reason of the newest answer, if stored: calls of an answer that was cut off never run. */
  readonly finishReason?: StoredFinishReason
  readonly resumed: boolean
  /**
   * Settles when a new session is stored. The first message is appended without waiting for it, because a store writes both at
   * once.
   */
  readonly created?: Promise<unknown>
}

/** Loads the newest session of the lineage of `id`, or creates one with this id. Open calls are closed. */
export async function openSession(wiring: Wiring, id: SessionId, options: RunOptions): Promise<OpenSession> {
  const existing = await wiring.store.sessions.get(id)
  return existing ? closeOpenCalls(wiring, id, await loadSession(wiring, existing)) : beginSession(wiring, id, options)
}

/**
 * Loads the newest session of the lineage of `id` unchanged.
 * @throws {StoreError} `not-found`.
 */
export async function reopenSession(wiring: Wiring, id: SessionId): Promise<OpenSession> {
  const existing = await wiring.store.sessions.get(id)
  if (!existing) throw new StoreError('not-found', `There is no session "${id}" to continue.`)
  return loadSession(wiring, existing)
}

async function loadSession(wiring: Wiring, existing: SessionRecord): Promise<OpenSession> {
  const record = await newestOf(wiring.store, existing)
  const tools = await sessionTools(wiring, record)
  // A session that was created before its first turn has no prompt yet.
  const instructions = keptInstructions.of(record) ?? undefined
  const owner = { sessionId: record.id, source: record.source, userId: record.userId, tools, instructions }
  const system = record.systemPrompt ?? (await promptOf(wiring, owner))
  const current = await refreshRecord(wiring, record, system)
  const stored = await wiring.store.messages.load(record.id)
  const history = orderResults(joinPartials(stored))
  const answer = stored.findLast(({ message }) => message.role === 'assistant')
  return {
    record: current,
    system,
    tools,
    messages: history,
    openCalls: openCalls(history),
    ...(answer && { answeredAtMs: answer.timestampMs }),
    ...(answer?.finishReason && { finishReason: answer.finishReason }),
    resumed: true,
  }
}

/** Closes calls that a crash left open with a stored result, so that exports contain a valid history. */
async function closeOpenCalls(wiring: Wiring, id: SessionId, session: OpenSession): Promise<OpenSession> {
  const { record, messages: history } = session
  if (session.openCalls.length === 0) return { ...session, messages: sanitizeTranscript(history) }
  const asked = await resultsOfAsked(wiring, id, session)
  const timestampMs = wiring.services.now()
  const toResult = (call: ToolCall): NewMessage => {
    const known = asked.get(call.id)
    return known
      ? { message: known, timestampMs }
      : { message: toMissingResult(call), timestampMs, finishReason: 'failed' }
  }
  const stored = await wiring.store.messages.append(record.id, session.openCalls.map(toResult))
  const messages = orderResults([...history, ...stored.map(({ message }) => message)])
  return { ...session, messages: sanitizeTranscript(messages), openCalls: [] }
}

async function refreshRecord(wiring: Wiring, record: SessionRecord, systemPrompt: string): Promise<SessionRecord> {
  const model = wiring.model.id
  const notes = withModel(record.notes, wiring)
  if (record.model === model && record.systemPrompt === systemPrompt && notes === record.notes) return record
  return wiring.store.sessions.update(record.id, { model, systemPrompt, notes })
}

async function beginSession(
  wiring: Wiring,
  id: SessionId,
  { session: seed = {}, parent, isVolatile = false }: RunOptions,
): Promise<OpenSession> {
  const source = seed.source ?? 'library'
  const tools = (await wiring.tools?.definitions()) ?? []
  const history = seed.history ?? []
  const instructions = instructionsOf(seed.instructions, history)
  const system = await promptOf(wiring, { sessionId: id, source, userId: seed.userId, tools, instructions })
  const startedAtMs = wiring.services.now()
  const session: NewSession = {
    id,
    source,
    startedAtMs,
    model: wiring.model.id,
    notes: withModel(keptInstructions.with(keptTools.with({}, tools), instructions ?? null), wiring),
    systemPrompt: system,
    ...(parent && { parentSessionId: parent.sessionId, link: 'delegate' as const }),
    ...(seed.title !== undefined && { title: seed.title }),
    ...(seed.userId !== undefined && { userId: seed.userId }),
    ...(seed.workingDirectory !== undefined && { workingDirectory: seed.workingDirectory }),
  }
  // The first message writes it to disk, if that is required.
  const created = wiring.store.sessions.create(session, { isVolatile: true })
  const spoken = sanitizeTranscript(history.filter(({ role }) => role !== 'system'))
  const entries = spoken.map((message) => ({ message, timestampMs: startedAtMs }))
  const appended = entries.length > 0 ? wiring.store.messages.append(id, entries, { isVolatile }) : undefined
  // If the session was rejected, its messages are rejected as well: the reason is that of the session.
  if (appended) await Promise.all([created, appended])
  else created.catch(() => undefined)
  const messages = (await appended)?.map(({ message }) => message) ?? []
  return { record: newRecord(session), system, tools, messages, openCalls: [], resumed: false, created }
}

/** Adds the model to notes. Returns the same notes if they already name this model. */
function withModel(notes: SessionNotes, { model: { reference } }: Wiring): SessionNotes {
  const kept = keptModel.of({ notes })
  if (!reference) return kept ? keptModel.without(notes) : notes
  return kept && isSameModel(kept, reference) ? notes : keptModel.with(notes, reference)
}

function instructionsOf(instructions: string | undefined, history: readonly Message[]): string | undefined {
  const spoken = history.filter(({ role }) => role === 'system').map(({ content }) => textOf(content))
  const texts = [instructions ?? '', ...spoken].filter((text) => text.trim() !== '')
  return texts.length ? texts.join('\n\n') : undefined
}

/**
 * Returns the tools that the session started with, in their order and with their original descriptions, if they still exist. Every
 * request thus repeats the bytes of the previous one, even after a restart.
 */
async function sessionTools(wiring: Wiring, record: SessionRecord): Promise<readonly ToolDefinition[]> {
  const kept = keptTools.of(record)
  if (!kept) return (await wiring.tools?.definitions()) ?? []
  const usable = new Map((await wiring.tools?.definitions(kept.map(nameOf)))?.map((tool) => [tool.name, tool]))
  if (isComplete(kept) && kept.every(({ name }) => usable.has(name))) return kept
  return kept.flatMap((tool) => {
    const now = usable.get(nameOf(tool))
    return now && typeof tool !== 'string' ? tool : (now ?? [])
  })
}

function isComplete(kept: readonly KeptTool[]): kept is readonly ToolDefinition[] {
  return kept.every((tool) => typeof tool !== 'string')
}

function nameOf(tool: KeptTool): string {
  return typeof tool === 'string' ? tool : tool.name
}
