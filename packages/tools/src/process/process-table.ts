import { randomBytes } from 'node:crypto'
import { HermesError, type SessionId } from '@hermes/core'
import { untilAborted } from '@hermes/safety'
import { createRedactor, type Redactor } from '@hermes/safety/redact'
import type { LiveCommand } from '../shell/live-command.js'
import { type BackgroundProcess, type ProcessOrigin, toRecord } from './background-process.js'
import { describeEnded, describeMatches } from './describe-news.js'
import { compilePatterns, type MatchLine } from './line-pattern.js'
import { createOutputWatch } from './output-watch.js'
import { createProcessNews, type NewsItem, type ProcessNews } from './process-news.js'
import type { ProcessRecords } from './process-records.js'
import { untilQuiet } from './until-quiet.js'

export interface ProcessTableOptions {
  /** Collects events to report. Default: only the `process` tool reports them. */
  readonly news?: ProcessNews
  /** Stores records for the next agent. Default: processes of an earlier agent are not reported. */
  readonly records?: ProcessRecords
  /** Called when a process starts. */
  readonly onStart?: (process: BackgroundProcess) => void
  /** Called when a process ends before the model knows. Not called for processes that disposing the table ends. */
  readonly onEnd?: (process: BackgroundProcess) => void
  /**
   * Removes secrets from shown and recorded commands; `false` disables it. Default: a redactor without known values.
   */
  readonly redactor?: Pick<Redactor, 'redact'> | false
  /** Maximum number of processes, both running ones and ended ones that can still be queried. Default: 64. */
  readonly limit?: number
  readonly services?: ProcessServices
}

/** Services that tests can replace. */
export interface ProcessServices {
  /** Default: `Date.now`. */
  readonly now?: () => number
  /** Generates process ids, which must be hard to guess. Default: random ids. */
  readonly generateId?: () => string
  /** See {@link createOutputWatch}. */
  readonly watchWindowMs?: number
  /** How long to wait for the first output after a process was started or received input. Default: 1,000. */
  readonly answerMs?: number
}

const defaultLimit = 64
/** Maximum delay until output is recorded. */
const recordMs = 2_000
/** An unfinished line that has not changed for this long may be a prompt. */
const promptMs = 400
/** Number of input characters that are kept per process. */
const inputCharacters = 20_000

/**
 * Background processes of an agent. Each process belongs to a session and is invisible to other sessions. Disposing the
 * table ends all processes and records what the next agent must report.
 */
export class ProcessTable implements AsyncDisposable {
  readonly news: ProcessNews
  readonly #entries = new Map<string, Entry>()
  readonly #options: ProcessTableOptions
  readonly #redact: (text: string) => string
  #starting = 0
  #recording: NodeJS.Timeout | undefined
  #isDisposed = false

  constructor(options: ProcessTableOptions = {}) {
    const { redactor = createRedactor(), news = createProcessNews() } = options
    this.#options = options
    this.#redact = redactor === false ? (text) => text : (text) => redactor.redact(text)
    this.news = news
  }

  /**
   * Starts a process.
   *
   * @throws {HermesError} `process/limit`, `process/pattern`, `process/closing`, and any error of `launch`.
   */
  async start(origin: ProcessOrigin, launch: () => Promise<LiveCommand>): Promise<BackgroundProcess> {
    if (this.#isDisposed)
      throw new HermesError('process/closing', 'The program is shutting down and starts nothing new.')
    const match = await compilePatterns(origin.watchPatterns)
    if (!this.#makeRoom()) {
      const sentence = `${this.#limit} processes are running already: end one that is no longer needed, or wait for one.`
      throw new HermesError('process/limit', sentence)
    }
    this.#starting += 1
    const live = await launch().finally(() => {
      this.#starting -= 1
    })
    const entry = this.#add(origin, live, match)
    if (this.#isDisposed) live.stop()
    await this.#record()
    return entry
  }

  /** Adopts a running command. Returns `undefined` at the limit. */
  async adopt(origin: ProcessOrigin, live: LiveCommand): Promise<BackgroundProcess | undefined> {
    const match = await compilePatterns(origin.watchPatterns)
    if (this.#isDisposed || !this.#makeRoom()) return undefined
    const entry = this.#add(origin, live, match)
    await this.#record()
    return entry
  }

  /** Returns the processes of a session, oldest first. */
  of(sessionId: SessionId): readonly BackgroundProcess[] {
    return [...this.#entries.values()].filter((entry) => entry.sessionId === sessionId)
  }

  /** Waits until the current output of a process, such as a greeting or an answer, is complete, and records it. */
  async untilQuiet({ live }: BackgroundProcess, signal: AbortSignal): Promise<void> {
    await untilAborted(untilQuiet(live, this.#options.services?.answerMs ?? 1_000), signal)
    await this.#record()
  }

  /** Finds a process of any session. Used by the approval gate, which assesses the input written to it. */
  find(id: string): BackgroundProcess | undefined {
    return this.#entries.get(id)
  }

  /** Returns the output since the last read for the model. */
  read({ id, live }: BackgroundProcess): { readonly text: string; readonly missed: number } {
    live.settle()
    const entry = this.#entries.get(id)
    const { text, missed } = live.log.since(entry?.position ?? 0)
    if (entry) entry.position = live.log.length()
    return { text: text + live.peek(), missed }
  }

  /** Writes to the input of a process. @throws {HermesError} `process/input` when the process takes no input. */
  async write({ id, live }: BackgroundProcess, data: string): Promise<void> {
    const entry = this.#entries.get(id)
    if (!live.write || !entry || entry.end)
      throw new HermesError('process/input', `${id} takes no input: it has ended, or its input is closed.`)
    entry.input = (entry.input + data).slice(-inputCharacters)
    try {
      await live.write(data)
    } catch (error) {
      throw new HermesError('process/input', `${id} takes no more input: it is closed.`, { cause: error })
    }
  }

  /** Marks the end of a process as reported. */
  markReported({ id, sessionId }: BackgroundProcess): void {
    this.news.drop(sessionId, id)
    const entry = this.#entries.get(id)
    if (entry) entry.isKnown = true
    if (!entry || entry.isReported) return
    entry.isReported = true
    if (entry.end) this.#recordSoon()
  }

  /** Marks these events as reported. */
  markDelivered(items: readonly NewsItem[]): void {
    for (const { processId } of items) {
      const entry = this.#entries.get(processId)
      if (entry?.end) this.markReported(entry)
    }
  }

  /** Ends a process and all of its children. Resolves when they have ended. */
  async kill(process: BackgroundProcess): Promise<void> {
    this.markReported(process)
    const entry = this.#entries.get(process.id)
    if (entry && !entry.end) entry.wasKilled = true
    process.live.stop()
    await process.live.ended
  }

  /** Ends and removes all processes of a session. */
  async endSession(sessionId: SessionId): Promise<void> {
    const own = this.of(sessionId)
    await Promise.all(own.map((process) => this.kill(process)))
    for (const { id } of own) this.#entries.delete(id)
    if (own.length > 0) await this.#record()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isDisposed) return
    clearTimeout(this.#recording)
    // Recorded first, because the next agent must report that they were ended.
    await this.#record()
    this.#isDisposed = true
    for (const { live } of this.#entries.values()) live.stop()
    await Promise.all([...this.#entries.values()].map(({ live }) => live.ended))
  }

  get #limit(): number {
    return this.#options.limit ?? defaultLimit
  }

  /** Removes the process that ended longest ago. */
  #makeRoom(): boolean {
    const ended = [...this.#entries.values()].filter(({ end }) => end).sort((one, other) => one.endedAt - other.endedAt)
    while (this.#entries.size + this.#starting >= this.#limit) {
      const oldest = ended.shift()
      if (!oldest) return false
      this.#entries.delete(oldest.id)
    }
    return true
  }

  #add(origin: ProcessOrigin, live: LiveCommand, match: MatchLine): Entry {
    const { now = Date.now, generateId = randomId } = this.#options.services ?? {}
    const entry: Entry = {
      ...origin,
      id: generateId(),
      shownCommand: this.#redact(origin.command),
      live,
      startedAtMs: now(),
      position: 0,
      input: '',
      endedAt: 0,
      isReported: !origin.notifyOnComplete,
      isKnown: false,
      wasKilled: false,
    }
    this.#entries.set(entry.id, entry)
    this.#options.onStart?.(entry)
    const stopWatching = this.#watch(entry, match)
    void live.ended.then((end) => {
      entry.end = end
      entry.endedAt = performance.now()
      stopWatching()
      return this.#tellEnd(entry)
    })
    return entry
  }

  async #tellEnd(entry: Entry): Promise<void> {
    // Record the end before reporting it: after a crash, the next agent must not say that it ended the process.
    if (this.#options.records) await this.#record()
    // The model may have learned of the end in the meantime, so `isReported` is checked only now.
    if (this.#isDisposed) return
    if (!entry.isReported) this.news.add(entry.sessionId, describeEnded(entry))
    if (!entry.isKnown) this.#options.onEnd?.(entry)
  }

  #watch(entry: Entry, match: MatchLine): () => void {
    const { live, watchPatterns } = entry
    const { watchWindowMs: windowMs, now = Date.now } = this.#options.services ?? {}
    const watch = createOutputWatch({
      match,
      ...(windowMs !== undefined && { windowMs }),
      tell: (matches) => {
        if (this.#isDisposed) return
        // Once its lines are no longer reported, its end must be.
        if (matches.isLast) entry.isReported = false
        this.news.add(entry.sessionId, describeMatches(entry, matches, now()))
      },
    })
    const isWatched = watchPatterns.length > 0
    const prompt = isWatched ? setTimeout(() => watch.lookAtUnfinished(live.peek()), promptMs).unref() : undefined
    const stopListening = live.listen((text) => {
      if (isWatched) watch.look(text)
      prompt?.refresh()
      this.#recordSoon()
    })
    if (isWatched) watch.look(live.log.since(0).text)
    return () => {
      stopListening()
      clearTimeout(prompt)
      watch.stop()
    }
  }

  #recordSoon(): void {
    if (!this.#options.records || this.#isDisposed) return
    this.#recording ??= setTimeout(() => void this.#record(), recordMs).unref()
  }

  async #record(): Promise<void> {
    clearTimeout(this.#recording)
    this.#recording = undefined
    if (this.#isDisposed) return
    const wanted = [...this.#entries.values()].filter(({ end, isReported }) => !end || !isReported)
    await this.#options.records?.save(wanted.map(toRecord))
  }
}

interface Entry extends BackgroundProcess {
  end?: Awaited<LiveCommand['ended']>
  endedAt: number
  position: number
  input: string
  /** Whether the end of the process was reported or need not be. */
  isReported: boolean
  isKnown: boolean
  wasKilled: boolean
}

function randomId(): string {
  return `proc_${randomBytes(4).toString('hex')}`
}
