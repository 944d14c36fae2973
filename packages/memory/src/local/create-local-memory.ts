import type { ContentOrigin, Embedder, SessionStore } from '@hermes/core'
import type { MemoryOwner, MemoryProvider, MemoryTurn, PrefetchRequest } from '@hermes/core/extension'
import { MemoryError } from '../files/memory-error.js'
import { personFolder } from '../files/person-folder.js'
import { type Fact, readFact, writeFact } from './fact.js'
import { packVector } from './fact-vector.js'
import { rankFacts, weightOf } from './rank-facts.js'

export interface LocalMemoryOptions {
  /** The store that holds the facts as values. */
  readonly store: Pick<SessionStore, 'values'>
  /** Finds facts by meaning. Default: facts are found by words. */
  readonly embedder?: Embedder | undefined
  /** Maximum number of facts of one person. The most faded facts make room for new ones. Default: 1,000. */
  readonly maxFacts?: number
  /** Maximum number of facts recalled for a turn. Default: 5. */
  readonly maxRecalled?: number
  /** Returns the time in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
}

/**
 * Creates a provider without a service. It stores what each person says in the session store, and recalls what fits a
 * new message, by words and, with an embedder, by meaning. Facts fade unless they are repeated. No model is called.
 * @throws {MemoryError} `memory/refused` when the store has no values.
 */
export function createLocalMemory(options: LocalMemoryOptions): MemoryProvider {
  const { store, embedder, maxFacts = 1_000, maxRecalled = 5, now = Date.now } = options
  const { values } = store
  if (!values)
    throw new MemoryError('memory/refused', 'This session store keeps no values: use another memory provider.')

  async function factsOf(owner: MemoryOwner): Promise<readonly Fact[]> {
    const rows = await values?.list(namespaceOf(owner))
    return (rows ?? []).flatMap(({ key, value }) => readFact(key, value) ?? [])
  }

  async function vectorOf(text: string, signal: AbortSignal): Promise<Fact['vector']> {
    const [vector] = (await embedder?.embed([text], { signal })) ?? []
    return embedder && vector ? { model: embedder.id, packed: packVector(vector) } : undefined
  }

  async function keep(turn: MemoryTurn, signal: AbortSignal): Promise<void> {
    const text = turn.user.trim()
    const facts = await factsOf(turn)
    if (!isWorthKeeping(text)) return
    const same = facts.find((fact) => fact.text === text)
    const vector = same?.vector ?? (await vectorOf(text, signal).catch(() => undefined))
    signal.throwIfAborted()
    const atMs = Math.max(turn.atMs, same?.atMs ?? 0)
    const fact = { id: same?.id ?? turn.id, text, atMs, origins: originsOfInput(turn), ...(vector && { vector }) }
    await values?.update(namespaceOf(turn), fact.id, () => writeFact(fact))
    const faded = facts.toSorted((left, right) => weightOf(left, now()) - weightOf(right, now()))
    const tooMany = same ? 0 : facts.length + 1 - maxFacts
    for (const { id } of faded.slice(0, Math.max(0, tooMany)))
      await values?.update(namespaceOf(turn), id, () => undefined)
  }

  return {
    id: 'local',
    async prefetch(request: PrefetchRequest, { signal }) {
      signal.throwIfAborted()
      const facts = await factsOf(request)
      if (facts.length === 0) return []
      const vector = await vectorOf(request.text, signal).catch(() => undefined)
      signal.throwIfAborted()
      const found = rankFacts(facts, { text: request.text, vector, nowMs: now() }).slice(0, maxRecalled)
      return found.map(({ text, atMs, origins }) => ({ text: `${dayOf(atMs)}: ${text}`, origins }))
    },
    async sync(turn, { signal }) {
      signal.throwIfAborted()
      await keep(turn, signal)
    },
    async afterMemoryWrite({ id, added, removed, person, ...write }, { signal }) {
      signal.throwIfAborted()
      const owner = { sessionId: '', ...(person !== undefined && { person }) }
      for (const { id: gone, text } of removed.length > 0 ? await factsOf(owner) : [])
        if (removed.includes(text)) await values.update(namespaceOf(owner), gone, () => undefined)
      for (const [index, text] of added.entries())
        await keep({ ...owner, id: `${id}-${index}`, atMs: write.atMs, user: text, assistant: '', origins: [] }, signal)
    },
  }
}

function namespaceOf({ person }: MemoryOwner): string {
  return person === undefined ? 'memory-facts' : `memory-facts-${personFolder(person)}`
}

const fewestChars = 8
/** Maximum length of a message in characters. Longer messages are material, such as pasted files or logs. */
const mostChars = 1_000

/** Whether a text is a statement, not a question. */
function isWorthKeeping(text: string): boolean {
  return text.length >= fewestChars && text.length <= mostChars && !/[?？؟]\s*$/.test(text)
}

/** Returns the origins that the input of a turn can have. All others come from content that tools brought in. */
function originsOfInput({ origins }: MemoryTurn): readonly ContentOrigin[] {
  return origins.filter(({ kind }) => kind === 'person' || kind === 'agent' || kind === 'mail')
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10)
}
