import { describeError, type Embedder, InterruptError, type Logger } from '@hermes/core'
import type { SearchQuery } from '@hermes/core/sessions'
import type { Redactor } from '@hermes/safety/redact'
import type { Chunk, ChunkTable, PendingMessage } from './chunk-table.js'
import { chunksOf } from './chunks-of.js'
import { toBytes } from './to-bytes.js'

/** The vectors of a store's messages, kept up to date beside its work. */
export interface SemanticIndex extends AsyncDisposable {
  /** There may be new messages. Returns at once. */
  wake(): void
  /** The ids of the messages whose meaning is nearest, nearest first. */
  nearest(query: SearchQuery, limit: number): Promise<readonly number[]>
}

export interface SemanticIndexOptions {
  /** Of this process, among those that share the file. */
  readonly holder: string
  readonly table: ChunkTable
  readonly embedder: Embedder
  readonly redactor: Redactor
  readonly logger: Logger
}

const batchSize = 32
const embedLimitMs = 60_000
/** How long a process has the index to itself without a sign of life. */
const turnMs = 90_000
const queryLimitMs = 10_000
const shortestPauseMs = 2_000
const longestPauseMs = 300_000

/** Runs off the write path in small steps; another process continues what this one did not finish. */
export function createSemanticIndex({
  table,
  holder,
  embedder,
  redactor,
  logger,
}: SemanticIndexOptions): SemanticIndex {
  const lifetime = new AbortController()
  let work: Promise<void> | undefined
  let isAsked = false
  let pauseMs = 0
  let timer: NodeJS.Timeout | undefined

  const embed = async (texts: readonly string[], limitMs: number, sessionId?: string) => {
    const signal = AbortSignal.any([lifetime.signal, AbortSignal.timeout(limitMs)])
    const safe = texts.map((text) => redactor.redact(text))
    const vectors = await orAborted(
      embedder.embed(safe, { signal, ...(sessionId !== undefined && { sessionId }) }),
      signal,
    )
    if (vectors.length === texts.length && vectors.every(({ length }) => length === embedder.dimensions)) {
      return vectors.map(toBytes)
    }
    throw new RangeError(`${embedder.id} has to give ${texts.length} vectors of ${embedder.dimensions} numbers.`)
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

  /** One process at a time: the same texts need not be paid for twice. */
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
      // Another process took over what this one was too slow for.
      if (!(await table.claim(holder, turnMs))) return
    }
  }

  function rest(error: unknown): void {
    if (lifetime.signal.aborted) return
    pauseMs = Math.min(longestPauseMs, Math.max(shortestPauseMs, pauseMs * 2))
    logger.log('warn', `The meaning of messages could not be indexed: ${describeError(error)}`, { pauseMs })
    startIn(pauseMs)
  }

  function startIn(delayMs: number): void {
    timer = setTimeout(start, delayMs)
    // It is no reason for the process to stay.
    timer.unref()
  }

  function start(): void {
    clearTimeout(timer)
    timer = undefined
    work ??= takeTurn()
      .catch(rest)
      .finally(() => {
        work = undefined
        // While it gave its turn back more may have come.
        if (isAsked) wake()
      })
  }

  function wake(): void {
    isAsked = true
    // After a failure, or while another process is at it, it waits for the end of its pause.
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

/** Does not wait for an embedder that ignores its signal. */
async function orAborted<T>(outcome: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([outcome, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
