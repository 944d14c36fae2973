/** Takes the text of an event stream piece by piece, cut anywhere. */
export interface SseParser {
  push(text: string): void
}

/** An event's `data` lines joined by line breaks, and its name (`''` where the stream gives none). */
export type SseListener = (data: string, name: string) => void

/** Reads whole events of a shape that it knows from `start` on, by itself; returns the index behind the last one. */
export type SkimEvents = (text: string, start: number) => number

/** In characters. Longer than any event of an answer; a server that never ends one must not fill the memory. */
const longestEvent = 64 * 1024 * 1024

const lineFeed = 10
const carriageReturn = 13
const space = 32

/**
 * A synchronous parser for server-sent events. It looks at each piece once, with an index, and hands every complete event
 * to `listener`; an event that the stream leaves open is never handed on.
 *
 * @param skim Is offered what begins at the start of an event, before it is read in the general way.
 * @throws {RangeError} from `push`, when one event grows past 64 Mi characters.
 */
export function createSseParser(listener: SseListener, skim: SkimEvents = (_, start) => start): SseParser {
  /** The beginning of a line that has not ended. */
  let open: string[] = []
  let openLength = 0
  // A `\n` at the start of the next piece is the other half of a line end.
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

  /** The line that ends here: joined once, however many pieces it came in. */
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
  if (length > longestEvent) throw new RangeError('An event of the stream never ends.')
}
