import { StringDecoder } from 'node:string_decoder'
import { findReport, isPartOfReport } from './find-report.js'

/** A part of what a terminal sent. */
export type InputPart =
  /** Characters and escape sequences. */
  | { readonly type: 'keys'; readonly text: string }
  /** A bracketed paste, with line breaks as `\n`. */
  | { readonly type: 'paste'; readonly text: string }
  /** The Escape key by itself. */
  | { readonly type: 'escape' }
  /** The terminal's reply to a query of the program, not typed input. */
  | { readonly type: 'report'; readonly text: string }

const pasteStart = '\u001b[200~'
const pasteEnd = '\u001b[201~'
const escapeKey = '\u001b'

/** How long the rest of an escape sequence, or of a report from a remote terminal, may take, in milliseconds. */
const sequenceMs = 50
const reportMs = 1_000

/**
 * Splits the bytes of a terminal into keys, pastes, reports and the Escape key. A paste is taken as a whole, whatever its size. An escape
 * character is the Escape key when nothing follows it.
 */
export function createInputSplitter(onPart: (part: InputPart) => void): (data: Uint8Array | string) => void {
  const decoder = new StringDecoder('utf8')
  let pending = ''
  let paste: string[] | undefined
  let timer: NodeJS.Timeout | undefined

  const sendKeys = (text: string) => {
    if (text !== '') onPart({ type: 'keys', text })
  }
  const takeKeys = (): boolean => {
    const start = pending.indexOf(pasteStart)
    const before = start < 0 ? pending : pending.slice(0, start)
    const found = findReport(before)
    if (found?.isCutOff === false) {
      sendKeys(before.slice(0, found.start))
      pending = pending.slice(found.start + found.text.length)
      onPart({ type: 'report', text: found.text })
      return true
    }
    if (start >= 0) {
      sendKeys(before)
      pending = pending.slice(start + pasteStart.length)
      paste = []
      return true
    }
    const held = found?.text.length ?? beginningAtEnd(pending, pasteStart)
    sendKeys(pending.slice(0, pending.length - held))
    pending = pending.slice(pending.length - held)
    if (held > 0) timer = setTimeout(flush, isPartOfReport(pending) ? reportMs : sequenceMs)
    return false
  }
  const takePaste = (parts: string[]): boolean => {
    const end = pending.indexOf(pasteEnd)
    const kept = end >= 0 ? end : pending.length - beginningAtEnd(pending, pasteEnd)
    parts.push(pending.slice(0, kept))
    pending = pending.slice(end >= 0 ? end + pasteEnd.length : kept)
    if (end < 0) return false
    paste = undefined
    onPart({ type: 'paste', text: parts.join('').replace(/\r\n?/g, '\n') })
    return true
  }
  const flush = () => {
    const rest = pending
    pending = ''
    if (rest === escapeKey) onPart({ type: 'escape' })
    else if (!isPartOfReport(rest)) sendKeys(rest)
  }

  return (data) => {
    clearTimeout(timer)
    pending += typeof data === 'string' ? data : decoder.write(Buffer.from(data))
    let hasMore = true
    while (hasMore) hasMore = paste ? takePaste(paste) : takeKeys()
  }
}

/** Returns the number of characters at the end of a text that may be the beginning of `marker`. */
function beginningAtEnd(text: string, marker: string): number {
  for (let length = Math.min(marker.length - 1, text.length); length > 0; length--)
    if (text.endsWith(marker.slice(0, length))) return length
  return 0
}
