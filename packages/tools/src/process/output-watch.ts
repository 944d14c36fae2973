import type { MatchLine } from './line-pattern.js'

/** Matching lines of one time window. */
export interface Matches {
  readonly lines: readonly string[]
  /** Number of further matching lines that are not shown. */
  readonly omitted: number
  /** Whether the watch has ended because too many lines match. */
  readonly isLast: boolean
}

export interface OutputWatch {
  /** Checks new output. */
  look(text: string): void
  /** Checks the unfinished last line, because a prompt has no line break. */
  lookAtUnfinished(line: string): void
  stop(): void
}

export interface OutputWatchOptions {
  readonly match: MatchLine
  tell(matches: Matches): void
  /** Minimum time between messages; the first one is sent immediately. Default: 15,000. */
  readonly windowMs?: number
}

/** Maximum number of lines in one message. */
const shownLines = 20
const shownCharacters = 300
/** The watch ends after this many consecutive windows that exceed `shownLines`. */
const mostFloods = 3
/** Maximum length of an unfinished line that is checked. */
const longestLine = 16_384

export function createOutputWatch({ match, tell, windowMs = 15_000 }: OutputWatchOptions): OutputWatch {
  let unfinished = ''
  let isUnfinishedTold = false
  let lines: string[] = []
  let omitted = 0
  let floods = 0
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  function found(line: string): void {
    if (lines.length < shownLines) lines.push(line.trim().slice(0, shownCharacters))
    else omitted += 1
    if (timer === undefined) report()
  }

  function report(): void {
    timer = undefined
    floods = omitted > 0 ? floods + 1 : 0
    if (lines.length === 0) return
    isOver = floods >= mostFloods
    const matches = { lines, omitted, isLast: isOver }
    lines = []
    omitted = 0
    if (!isOver) timer = setTimeout(report, windowMs).unref()
    tell(matches)
  }

  function lookAt(line: string): void {
    if (match(line) !== undefined && !isUnfinishedTold) found(line)
    isUnfinishedTold = false
  }

  return {
    look(text) {
      if (isOver || text === '') return
      const parts = (unfinished + text).split('\n')
      unfinished = (parts.pop() ?? '').slice(-longestLine)
      for (const line of parts) lookAt(line)
    },
    lookAtUnfinished(line) {
      if (isOver || isUnfinishedTold || match(unfinished + line) === undefined) return
      isUnfinishedTold = true
      found(unfinished + line)
    },
    stop() {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      if (lines.length > 0) tell({ lines, omitted, isLast: false })
    },
  }
}
