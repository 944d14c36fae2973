/** Parses the text of an event stream, in chunks that may be split anywhere. */
export interface SseParser {
  push(text: string): void
}

/** Receives the `data` lines of an event, joined by line breaks, and its name (`''` if it has none). */
export type SseListener = (data: string, name: string) => void

/** Handles complete events of a known shape from `start` on. Returns the index after the last one, or `start` if there was none. */
export type SkimEvents = (text: string, start: number) => number

/** Maximum length of an event, in characters. Longer than any event of an answer; limits the memory that an unterminated event can use. */
const longestEvent = 64 * 1024 * 1024

const lineFeed = 10
const carriageReturn = 13
const space = 32

/**
 * Creates a synchronous parser for server-sent events. It scans each chunk once and passes every complete event to
 * `listener`. An event that is incomplete at the end of the stream is dropped.
 *
 * @param skim Called at the start of each event, before the event is parsed.
 * @throws {RangeError} from `push` when one event exceeds 64 Mi characters.
 */
export function createSseParser(listener: SseListener, skim: SkimEvents = (_, start) => start): SseParser {
  /** Parts of a line that has not ended yet. */
  let open: string[] = []
  let openLength = 0
  // Whether the last chunk ended with `\r`. A `\n` at the start of the next one then belongs to the same line end.
  let afterCarriageReturn = false
  let data: string | undefined
  let name = ''

  function takeLine(line: string): void {
    if (line === '') {
      dispatch()
      return
    }
    const colon = line.indexOf(':')
    if (colon === 0) return
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line.charCodeAt(colon + 1) === space ? colon + 2 : colon + 1)
    if (field === 'event') name = value
    if (field !== 'data') return
    data = data === undefined ? value : `${data}\n${value}`
    assertLength(data.length)
  }

  function dispatch(): void {
    const [eventData, eventName] = [data, name]
    data = undefined
    name = ''
    if (eventData !== undefined) listener(eventData, eventName)
  }

  /** Returns the completed line. Joins its parts only once, however many there are. */
  function closeLine(end: string): string {
    if (openLength === 0) return end
    const line = open.join('') + end
    open = []
    openLength = 0
    return line
  }

  function keepOpen(rest: string): void {
    if (rest === '') return
    open.push(rest)
    openLength += rest.length
    assertLength(openLength)
  }

  return {
    push(text) {
      if (text === '') return
      let start = afterCarriageReturn && text.charCodeAt(0) === lineFeed ? 1 : 0
      afterCarriageReturn = text.charCodeAt(text.length - 1) === carriageReturn
      let nextReturn = find(text, '\r', start)
      for (;;) {
        if (openLength === 0 && data === undefined && name === '') start = skim(text, start)
        if (nextReturn < start) nextReturn = find(text, '\r', start)
        const end = Math.min(find(text, '\n', start), nextReturn)
        if (end === Number.POSITIVE_INFINITY) break
        takeLine(closeLine(text.slice(start, end)))
        start = end + (end === nextReturn && text.charCodeAt(end + 1) === lineFeed ? 2 : 1)
      }
      keepOpen(text.slice(start))
    },
  }
}

function find(text: string, character: string, from: number): number {
  const index = text.indexOf(character, from)
  return index < 0 ? Number.POSITIVE_INFINITY : index
}

function assertLength(length: number): void {
  if (length > longestEvent) throw new RangeError('An event of the stream exceeds 64 Mi characters.')
}
