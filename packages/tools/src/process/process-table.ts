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
  /** What has to be told. Default: it is told by the `process` tool alone. */
  readonly news?: ProcessNews
  /** Default: an agent that is gone leaves no word of its processes. */
  readonly records?: ProcessRecords
  /** Takes secrets out of the commands that are shown and recorded; `false` leaves them. Default: one that knows no values. */
  readonly redactor?: Pick<Redactor, 'redact'> | false
  /** Running ones and ended ones that can still be asked about. Default 64. */
  readonly limit?: number
  readonly services?: ProcessServices
}

/** What tests replace to be deterministic. */
export interface ProcessServices {
  /** Default `Date.now`. */
  readonly now?: () => number
  /** Must be hard to guess. Default: random. */
  readonly generateId?: () => string
  /** See {@link createOutputWatch}. */
  readonly watchWindowMs?: number
  /** How long a process that was started or written to may take for its first word. Default 1,000. */
  readonly answerMs?: number
}

const defaultLimit = 64
/** What a process prints is recorded so much later, at most. */
const recordMs = 2_000
/** A last line that has not grown for so long may be a prompt. */
const promptMs = 400
/** Of what was written to a process, so much is known. */
const inputCharacters = 20_000

/**
 * The processes that run beside the conversations of an agent. Each belongs to a session, and no other can see it. Disposing
 * ends them all; what the next agent has to know of them is recorded.
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
   * @throws {HermesError} `process/limit`, `process/pattern`, `process/closing`, and whatever `launch` throws.
   */
  async start(origin: ProcessOrigin, launch: () => Promise<LiveCommand>): Promise<BackgroundProcess> {
    if (this.#isDisposed) throw new HermesError('process/closing', 'The program is about to end: nothing new is begun.')
    const match = await compilePatterns(origin.watchPatterns)
    if (!this.#makeRoom()) {
      const sentence = `${this.#limit} processes run already: end one that is not needed any more, or wait for one.`
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

  /** Takes over a command that runs already; `undefined` where there is no room for it. */
  async adopt(origin: ProcessOrigin, live: LiveCommand): Promise<BackgroundProcess | undefined> {
    const match = await compilePatterns(origin.watchPatterns)
    if (this.#isDisposed || !this.#makeRoom()) return undefined
    const entry = this.#add(origin, live, match)
    await this.#record()
    return entry
  }

  /** Those of a session, oldest first. */
  of(sessionId: SessionId): readonly BackgroundProcess[] {
    return [...this.#entries.values()].filter((entry) => entry.sessionId === sessionId)
  }

  /** Waits until it has said what it has to say for now: what it says at first, or answers. That is recorded then. */
  async untilQuiet({ live }: BackgroundProcess, signal: AbortSignal): Promise<void> {
    await untilAborted(untilQuiet(live, this.#options.services?.answerMs ?? 1_000), signal)
    await this.#record()
  }

  /** Whosever it is: for those who judge what is written to it. */
  find(id: string): BackgroundProcess | undefined {
    return this.#entries.get(id)
  }

  /** What it has printed since the model was last given something of it. */
  read({ id, live }: BackgroundProcess): { readonly text: string; readonly missed: number } {
    live.settle()
    const entry = this.#entries.get(id)
    const { text, missed } = live.log.since(entry?.position ?? 0)
    if (entry) entry.position = live.log.length
    return { text: text + live.peek(), missed }
  }

  /** @throws {HermesError} `process/input` when it takes no input. */
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

  /** The model has heard how it ended, or need not. */
  markTold({ id, sessionId }: BackgroundProcess): void {
    this.news.drop(sessionId, id)
    const entry = this.#entries.get(id)
    if (!entry || entry.isTold) return
    entry.isTold = true
    if (entry.end) this.#recordSoon()
  }

  /** The model has been given these. */
  markHeard(items: readonly NewsItem[]): void {
    for (const { processId } of items) {
      const entry = this.#entries.get(processId)
      if (entry?.end) this.markTold(entry)
    }
  }

  /** Ends it with all that it has started; resolves when that has happened. */
  async kill(process: BackgroundProcess): Promise<void> {
    this.markTold(process)
    process.live.stop()
    await process.live.ended
  }

  /** Ends all that a session has started and forgets it. */
  async endSession(sessionId: SessionId): Promise<void> {
    const own = this.of(sessionId)
    await Promise.all(own.map((process) => this.kill(process)))
    for (const { id } of own) this.#entries.delete(id)
    if (own.length > 0) await this.#record()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isDisposed) return
    clearTimeout(this.#recording)
    // As they are now: that they end with the agent is what the next one has to tell.
    await this.#record()
    this.#isDisposed = true
    for (const { live } of this.#entries.values()) live.stop()
    await Promise.all([...this.#entries.values()].map(({ live }) => live.ended))
  }

  get #limit(): number {
    return this.#options.limit ?? defaultLimit
  }

  /** The ended that have been gone for longest make room. */
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
      isTold: !origin.notifyOnComplete,
    }
    this.#entries.set(entry.id, entry)
    const stopWatching = this.#watch(entry, match)
    void live.ended.then((end) => {
      entry.end = end
      entry.endedAt = performance.now()
      stopWatching()
      this.#tellEnd(entry)
    })
    return entry
  }

  #tellEnd(entry: Entry): void {
    if (this.#isDisposed) return
    if (!entry.isTold) this.news.add(entry.sessionId, describeEnded(entry))
    this.#recordSoon()
  }

  #watch(entry: Entry, match: MatchLine): () => void {
    const { live, watchPatterns } = entry
    const windowMs = this.#options.services?.watchWindowMs
    const watch = createOutputWatch({
      match,
      ...(windowMs !== undefined && { windowMs }),
      tell: (matches) => {
        if (this.#isDisposed) return
        // Who is told no more of its lines is told of its end.
        if (matches.isLast) entry.isTold = false
        this.news.add(entry.sessionId, describeMatches(entry, matches))
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
    const wanted = [...this.#entries.values()].filter(({ end, isTold }) => !end || !isTold)
    await this.#options.records?.save(wanted.map(toRecord))
  }
}

interface Entry extends BackgroundProcess {
  end?: Awaited<LiveCommand['ended']>
  endedAt: number
  position: number
  input: string
  /** The model has heard of its end, or need not. */
  isTold: boolean
}

function randomId(): string {
  return `proc_${randomBytes(4).toString('hex')}`
}
