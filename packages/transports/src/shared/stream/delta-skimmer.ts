import { tryParseJson } from '../json.js'
import type { SkimEvents } from './sse.js'

/**
 * A fast path for stream events that differ from an earlier event only in their text. They are matched as strings
 * instead of being parsed as JSON. Nearly all events of a long answer are of this kind.
 */
export interface DeltaSkimmer {
  /** Uses an event that was parsed from `data` as the pattern, if it only adds text. */
  learn(event: unknown, data: string, name: string): void
  readonly skim: SkimEvents
}

export interface SkimmerOptions {
  /** Returns the text of an event that only adds text, even when it is repeated. Returns `undefined` for any other event. */
  textOf(event: unknown): string | undefined
  /** @param like The learned event. It equals the skimmed events except for its text, which `text` replaces. */
  addText(text: string, like: unknown): void
}

interface Pattern {
  /** The part of an event before its text. */
  readonly before: string
  /** The part from the closing quote of the text to the end of the event. */
  readonly after: string
  readonly event: unknown
}

/** Number of the text event with which learning starts, because a pattern does not pay off for a short answer. */
const firstLesson = 3
/** Number of attempts after which learning stops, because the events of the stream differ in more than their text. */
const mostLessons = 6

export function createDeltaSkimmer({ textOf, addText }: SkimmerOptions): DeltaSkimmer {
  let pattern: Pattern | undefined
  let lessons = 0
  let texts = 0

  return {
    learn(event, data, name) {
      if (lessons >= mostLessons) return
      const text = textOf(event)
      if (!text || ++texts < firstLesson) return
      const whole = `${name === '' ? '' : `event: ${name}\n`}data: ${data}\n\n`
      // The event matches the pattern and was parsed only because of its text, for example because it contains an escape.
      if (pattern && whole.startsWith(pattern.before) && whole.endsWith(pattern.after)) return
      lessons += 1
      const begin = findText(text, data, textOf)
      if (begin === undefined) return
      const shift = whole.length - data.length - 2 + begin
      pattern = { before: whole.slice(0, shift), after: whole.slice(shift + text.length), event }
    },
    skim(text, start) {
      if (!pattern) return start
      const { before, after, event } = pattern
      const parts: string[] = []
      let index = start
      while (text.startsWith(before, index)) {
        const begin = index + before.length
        const end = text.indexOf('"', begin)
        if (end <= begin || !text.startsWith(after, end) || !isPlain(text, begin, end)) break
        parts.push(text.slice(begin, end))
        index = end + after.length
      }
      if (parts.length > 0) addText(parts.join(''), event)
      return index
    },
  }
}

/** Returns the index of the event's text in `data`. A candidate is verified by inserting a character there and comparing `textOf`. */
function findText(text: string, data: string, textOf: SkimmerOptions['textOf']): number | undefined {
  if (text.includes('"') || !isPlain(text, 0, text.length)) return undefined
  for (let at = data.indexOf(`"${text}"`); at >= 0; at = data.indexOf(`"${text}"`, at + 1)) {
    const end = at + 1 + text.length
    if (textOf(tryParseJson(`${data.slice(0, end)}?${data.slice(end)}`)) === `${text}?`) return at + 1
  }
  return undefined
}

/** Whether this part of a JSON string has no escapes and no control characters. */
function isPlain(text: string, begin: number, end: number): boolean {
  for (let index = begin; index < end; index++) {
    const code = text.charCodeAt(index)
    if (code < 32 || code === 92) return false
  }
  return true
}
