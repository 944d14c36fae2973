import { tryParseJson } from './json.js'
import type { SkimEvents } from './sse.js'

/**
 * Reads the events of a stream that differ from an earlier one in nothing but their text. Nearly all events of a long answer
 * do, and most of what parsing them costs is to find out the same things again.
 */
export interface DeltaSkimmer {
  /** Takes an event that was read in full, from `data`, as the pattern, if it adds text and nothing else. */
  learn(event: unknown, data: string, name: string): void
  readonly skim: SkimEvents
}

export interface SkimmerOptions {
  /** The text of an event that adds text and changes nothing else, however often it comes; else `undefined`. */
  textOf(event: unknown): string | undefined
  /** @param like the event that was learned: with `text` in place of its own it is what the stream said. */
  addText(text: string, like: unknown): void
}

interface Pattern {
  /** From the start of the event to its text. */
  readonly before: string
  /** From the quote behind the text to the end of the event. */
  readonly after: string
  readonly event: unknown
}

/** A short answer is over before a pattern would have paid. */
const firstLesson = 3
/** A stream whose events all differ in more than their text is not worth more tries. */
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
      // It was its text that had to be read in full: another pattern would be the same.
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

/** Where the text of an event stands in its data: where another text makes the event say another text. */
function findText(text: string, data: string, textOf: SkimmerOptions['textOf']): number | undefined {
  if (text.includes('"') || !isPlain(text, 0, text.length)) return undefined
  for (let at = data.indexOf(`"${text}"`); at >= 0; at = data.indexOf(`"${text}"`, at + 1)) {
    const end = at + 1 + text.length
    if (textOf(tryParseJson(`${data.slice(0, end)}?${data.slice(end)}`)) === `${text}?`) return at + 1
  }
  return undefined
}

/** Whether JSON text means these characters as they stand. */
function isPlain(text: string, begin: number, end: number): boolean {
  for (let index = begin; index < end; index++) {
    const code = text.charCodeAt(index)
    if (code < 32 || code === 92) return false
  }
  return true
}
