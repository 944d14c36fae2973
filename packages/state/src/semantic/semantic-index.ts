import { describeError, type Embedder, InterruptError, type Logger } from '@hermes/core'
import type { ModelCall, SearchQuery, UsageLog } from '@hermes/core/sessions'
import { untilAborted } from '@hermes/safety'
import type { Redactor } from '@hermes/safety/redact'
import type { Chunk, ChunkTable, PendingMessage } from './chunk-table.js'
import { chunksOf } from './chunks-of.js'
import { toBytes } from './to-bytes.js'

/** Keeps the vectors of a store's messages, updating them in the background. */
export interface SemanticIndex extends AsyncDisposable {
  /** Starts indexing. Call it when there may be new messages. Returns immediately. */
  wake(): void
  /** Resolves with the ids of the messages with the nearest meaning, nearest first. */
  nearest(query: SearchQuery, limit: number): Promise<readonly number[]>
}

export interface SemanticIndexOptions {
  /** Id of this process among those that share the file. */
  readonly holder: string
  readonly table: ChunkTable
  readonly embedder: Embedder
  readonly redactor: Redactor
  /** Records the calls of the embedder. */
  readonly usage?: UsageLog | undefined
  readonly logger: Logger
}

const batchSize = 32
const embedLimitMs = 60_000
/** How long the claim of a process lasts without renewal, in milliseconds. */
const turnMs = 90_000
const queryLimitMs = 10_000
const shortestPauseMs = 2_000
const longestPauseMs = 300_000

/** Creates the index. It works in small steps outside of writes, and another process continues when this one stops. */
export function createSemanticIndex({
  table,
  holder,
  embedder,
  redactor,
  usage,
  logger,
}: SemanticIndexOptions): SemanticIndex {
  const lifetime = new AbortController()
  let work: Promise<void> | undefined
  let isAsked = false
  let pauseMs = 0
  let timer: NodeJS.Timeout | undefined

  const countFor = (counts: UsageLog, sessionId: string) => (call: ModelCall) =>
    counts.add(sessionId, call).catch((error: unknown) => {
      logger.log('warn', `The usage of an embedding could not be stored: ${describeError(error)}`)
    })

  const embed = async (texts: readonly string[], limitMs: number, sessionId?: string) => {
    const signal = AbortSignal.any([lifetime.signal, AbortSignal.timeout(limitMs)])
    const safe = texts.map((text) => redactor.redact(text))
    const vectors = await untilAborted(
      embedder.embed(safe, { signal, ...(usage && sessionId !== undefined && { count: countFor(usage, sessionId) }) }),
      signal,
    )
    if (vectors.length === texts.length && vectors.every(({ length }) => length === embedder.dimensions)) {
      return vectors.map(toBytes)
    }
    throw new RangeError(`${embedder.id} must return ${texts.length} vectors of ${embedder.dimensions} numbers.`)
  }

  async function step(messages: readonly PendingMessage[]): Promise<number> {
    const upTo = messages.at(-1)?.stored.id ?? 0
    const pieces = messages.flatMap(({ stored, isOwn }) =>
      isOwn ? chunksOf(stored.message).map((text, number) => ({ messageId: stored.id, number, text })) : [],
    )
    const chunks: Chunk[] = []
    for (let first = 0; first < pieces.length; first += batchSize) {
      const batch = pieces.slice(first, first + batchSize)
      const texts = batch.map(({ text }) => text)
      const vectors = await embed(texts, embedLimitMs, messages[0]?.stored.sessionId)
      for (const [index, vector] of vectors.entries()) {
        const piece = batch[index]
        if (piece) chunks.push({ messageId: piece.messageId, number: piece.number, vector })
      }
    }
    await table.add(chunks, upTo)
    return upTo
  }

  /** Indexes messages while holding the claim. Only one process does so at a time, so that no text is embedded twice. */
  async function takeTurn(): Promise<void> {
    if (!(await table.claim(holder, turnMs))) {
      startIn(shortestPauseMs)
      return
    }
    try {
      await catchUp()
    } finally {
      await table.claim(holder, 0)
    }
  }

  async function catchUp(): Promise<void> {
    let upTo = await table.begin()
    while (!lifetime.signal.aborted) {
      isAsked = false
      const messages = await table.next(upTo, batchSize)
      if (messages.length === 0 && !isAsked) return
      if (messages.length > 0) upTo = await step(messages)
      pauseMs = 0
      // Another process took over because this one was too slow.
      if (!(await table.claim(holder, turnMs))) return
    }
  }

  function rest(error: unknown): void {
    if (lifetime.signal.aborted) return
    pauseMs = Math.min(longestPauseMs, Math.max(shortestPauseMs, pauseMs * 2))
    logger.log('warn', `New messages could not be indexed for semantic search: ${describeError(error)}`, { pauseMs })
    startIn(pauseMs)
  }

  function startIn(delayMs: number): void {
    timer = setTimeout(start, delayMs)
    // The timer does not keep the process alive.
    timer.unref()
  }

  function start(): void {
    clearTimeout(timer)
    timer = undefined
    work ??= takeTurn()
      .catch(rest)
      .finally(() => {
        work = undefined
        // More messages may have arrived while the claim was released.
        if (isAsked) wake()
      })
  }

  function wake(): void {
    isAsked = true
    // After a failure, or while another process holds the claim, the timer restarts the work.
    if (!lifetime.signal.aborted && timer === undefined) start()
  }

  return {
    wake,
    async nearest(query, limit) {
      const [vector] = await embed([query.text], queryLimitMs)
      return vector ? table.nearest(vector, query, limit) : []
    },
    async [Symbol.asyncDispose]() {
      lifetime.abort(new InterruptError('The session store is being closed.'))
      clearTimeout(timer)
      await work
    },
  }
}
