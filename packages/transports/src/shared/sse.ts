/** Takes the text of an event stream piece by piece, cut anywhere. */
export interface SseParser {
  push(text: string): void
}

/** An event's `data` lines joined by line breaks, and its name (`''` where the stream gives none). */
export type SseListener = (data: string, name: string) => void

/** Longer than any event of an answer; a server that never ends a line must not fill the memory. */
const maxPendingLength = 64 * 1024 * 1024

/**
 * A synchronous parser for server-sent events. It scans each piece once with an index and hands every complete event to
 * `listener`; an event that the stream leaves open is never handed on.
 *
 * @throws {RangeError} from `push`, when one line grows past 64 Mi characters.
 */
export function createSseParser(listener: SseListener): SseParser {
  let pending = ''
  let scanned = 0
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
    const value = colon < 0 ? '' : line.slice(line.charCodeAt(colon + 1) === 32 ? colon + 2 : colon + 1)
    if (field === 'data') data = data === undefined ? value : `${data}\n${value}`
    else if (field === 'event') name = value
  }

  function dispatch(): void {
    const [eventData, eventName] = [data, name]
    data = undefined
    name = ''
    if (eventData !== undefined) listener(eventData, eventName)
  }

  return {
    push(text) {
      pending += afterCarriageReturn && text.startsWith('\n') ? text.slice(1) : text
      let start = 0
      let carriageReturn = find('\r', scanned)
      let lineFeed = find('\n', scanned)
      for (let end = Math.min(carriageReturn, lineFeed); end < pending.length; ) {
        takeLine(pending.slice(start, end))
        start = end + (lineFeed === carriageReturn + 1 && end === carriageReturn ? 2 : 1)
        if (carriageReturn < start) carriageReturn = find('\r', start)
        if (lineFeed < start) lineFeed = find('\n', start)
        end = Math.min(carriageReturn, lineFeed)
      }
      if (text !== '') afterCarriageReturn = text.endsWith('\r')
      pending = pending.slice(start)
      scanned = pending.length
      if (pending.length > maxPendingLength) throw new RangeError('A line of the event stream never ends.')
    },
  }

  function find(character: string, from: number): number {
    const index = pending.indexOf(character, from)
    return index < 0 ? Number.POSITIVE_INFINITY : index
  }
}
