import type { RunOptions, SessionSeed } from '../agent/agent.js'
import type { Wiring } from '../agent/wiring.js'
import type { JsonValue } from '../contracts/json.js'
import type { Message } from '../contracts/message.js'
import { textOf } from '../contracts/message.js'
import type { PromptSection } from '../contracts/plugin.js'
import type { SessionId } from '../contracts/session-id.js'
import type { SessionRecord } from '../contracts/session-store.js'
import type { ToolDefinition } from '../contracts/tool.js'
import { buildSystemPrompt } from '../prompt/build-system-prompt.js'
import { missingResults } from '../transcript/pair-results.js'
import { sanitizeTranscript } from '../transcript/sanitize-transcript.js'
import { newestOf } from './lineage.js'

/** A stored session with what every request of it repeats: its prompt, its tools, its history. */
export interface OpenSession {
  readonly record: SessionRecord
  readonly system: string
  readonly tools: readonly ToolDefinition[]
  /** Legal in the sense of `sanitizeTranscript`. */
  readonly messages: readonly Message[]
  readonly resumed: boolean
}

/** Loads the newest session of the lineage that `id` belongs to, or begins one with this id. */
export async function openSession(wiring: Wiring, id: SessionId, options: RunOptions): Promise<OpenSession> {
  const existing = await wiring.store.sessions.get(id)
  return existing
    ? resumeSession(wiring, await newestOf(wiring.store, existing))
    : beginSession(wiring, id, options.session ?? {})
}

async function resumeSession(wiring: Wiring, record: SessionRecord): Promise<OpenSession> {
  const tools = await sessionTools(wiring, record)
  const system = record.systemPrompt ?? (await promptOf(wiring, record.id, record.source, tools, undefined))
  const current = await refreshRecord(wiring, record, system)
  const stored = await wiring.store.messages.load(record.id)
  const history = stored.map(({ message }) => message)
  return { record: current, system, tools, messages: await closeOpenCalls(wiring, record.id, history), resumed: true }
}

/** Calls that a crash left open get a result in the store too, so that what is exported is a valid history. */
async function closeOpenCalls(wiring: Wiring, id: SessionId, history: readonly Message[]): Promise<readonly Message[]> {
  const results = missingResults(history)
  if (results.length === 0) return sanitizeTranscript(history)
  const timestampMs = wiring.services.now()
  const stored = await wiring.store.messages.append(
    id,
    results.map((message) => ({ message, timestampMs })),
  )
  return sanitizeTranscript([...history, ...stored.map(({ message }) => message)])
}

async function refreshRecord(wiring: Wiring, record: SessionRecord, systemPrompt: string): Promise<SessionRecord> {
  const model = wiring.model.id
  if (record.model === model && record.systemPrompt === systemPrompt) return record
  return wiring.store.sessions.update(record.id, { model, systemPrompt })
}

async function beginSession(wiring: Wiring, id: SessionId, seed: SessionSeed): Promise<OpenSession> {
  const source = seed.source ?? 'library'
  const tools = (await wiring.tools?.definitions()) ?? []
  const history = seed.history ?? []
  const system = await promptOf(wiring, id, source, tools, instructionsOf(seed.instructions, history))
  const startedAtMs = wiring.services.now()
  const record = await wiring.store.sessions.create({
    id,
    source,
    startedAtMs,
    model: wiring.model.id,
    modelConfig: { tools: tools.map(({ name }) => name) },
    systemPrompt: system,
    ...(seed.title !== undefined && { title: seed.title }),
    ...(seed.userId !== undefined && { userId: seed.userId }),
    ...(seed.workingDirectory !== undefined && { workingDirectory: seed.workingDirectory }),
  })
  const spoken = sanitizeTranscript(history.filter(({ role }) => role !== 'system'))
  const stored = spoken.length
    ? await wiring.store.messages.append(
        id,
        spoken.map((message) => ({ message, timestampMs: startedAtMs })),
      )
    : []
  return { record, system, tools, messages: stored.map(({ message }) => message), resumed: false }
}

function instructionsOf(instructions: string | undefined, history: readonly Message[]): string | undefined {
  const spoken = history.filter(({ role }) => role === 'system').map(({ content }) => textOf(content))
  const texts = [instructions ?? '', ...spoken].filter((text) => text.trim() !== '')
  return texts.length ? texts.join('\n\n') : undefined
}

/** The tools that the session began with, in their order, as far as they still exist. */
async function sessionTools(wiring: Wiring, record: SessionRecord): Promise<readonly ToolDefinition[]> {
  const available = (await wiring.tools?.definitions()) ?? []
  const names = record.modelConfig?.tools
  if (!isList(names)) return available
  return names.flatMap((name) => available.find((tool) => tool.name === name) ?? [])
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function promptOf(
  wiring: Wiring,
  sessionId: SessionId,
  source: string,
  tools: readonly ToolDefinition[],
  instructions: string | undefined,
): Promise<string> {
  const sections: PromptSection[] = [...wiring.prompt]
  if (instructions !== undefined) sections.push({ id: 'instructions', content: instructions })
  return buildSystemPrompt(sections, {
    sessionId,
    source,
    model: wiring.model.id,
    tools: tools.map(({ name }) => name),
  })
}
