import { createRedactor, type Redactor } from '@hermes/safety/redact'
import { type ByteRing, createByteRing } from './byte-ring.js'
import { createTextCleaner } from './clean-text.js'

/** Output of a program as text that may be shown: cleaned, and without secrets at any chunk boundary. */
export interface OutputText {
  /** Adds output and returns text that can no longer change, usually up to the last line break. */
  push(data: Uint8Array): string
  /** Returns output that was held back during a flood. */
  settle(): string
  /** Returns the unfinished last line, which is still emitted later. */
  peek(): string
  /** Returns the remaining text. */
  end(): string
  /** Returns the number of skipped bytes. */
  lost(): number
}

export interface OutputTextOptions {
  /** Removes secrets; `false` disables it. Default: a redactor without known values. */
  readonly redactor?: Pick<Redactor, 'redact' | 'stream'> | false
  /** Monotonic clock in milliseconds. Default: `performance.now`. */
  readonly monotonic?: () => number
  readonly flood?: FloodLimits
}

/** Limits for fast output, because scanning for secrets takes time. */
export interface FloodLimits {
  /** Number of bytes that are scanned initially without a limit. Default: 8 MiB. */
  readonly burstBytes: number
  /** Rate at which output is scanned after that. Default: 1 MiB per second. */
  readonly bytesPerMs: number
  /** Number of the newest bytes that are kept when more arrives. Default: 1 MiB. */
  readonly keptBytes: number
}

const megabyte = 2 ** 20
const defaultFlood: FloodLimits = { burstBytes: 8 * megabyte, bytesPerMs: megabyte / 1_000, keptBytes: megabyte }

/**
 * Converts bytes to text. Beyond the first 8 MiB, output faster than 1 MiB per second is skipped with a note, so that a
 * gigabyte costs little time and no memory.
 */
export function createOutputText({
  redactor = createRedactor(),
  monotonic = () => performance.now(),
  flood: { burstBytes, bytesPerMs, keptBytes } = defaultFlood,
}: OutputTextOptions = {}): OutputText {
  const open = () => openPipeline(redactor)
  let pipeline = open()
  let lost = 0
  let allowance = burstBytes
  let lookedAt = monotonic()
  /** Whether the last emitted text ended in the middle of a line. */
  let isLineOpen = false
  let flood: { readonly ring: ByteRing; passed: number } | undefined

  function refill(): void {
    const now = monotonic()
    allowance = Math.min(burstBytes, allowance + (now - lookedAt) * bytesPerMs)
    lookedAt = now
  }

  function settle(): string {
    if (!flood) return ''
    const { ring, passed } = flood
    flood = undefined
    const newest = ring.bytes()
    allowance -= newest.length
    if (passed === newest.length) return pipeline.push(newest)
    const shown = fromSafePlace(newest)
    const held = pipeline.end()
    // An incomplete line may be the start of a secret.
    const before = held.slice(0, held.lastIndexOf('\n') + 1)
    const gap = passed - shown.length + held.length - before.length
    lost += gap
    pipeline = open()
    const border = isLineOpen && before === '' ? '\n' : ''
    return `${before}${border}[${gap.toLocaleString('en-US')} bytes left out]\n${pipeline.push(shown)}`
  }

  function tell(text: string): string {
    if (text !== '') isLineOpen = !text.endsWith('\n')
    return text
  }

  return {
    lost: () => lost,
    push(data) {
      refill()
      if (!flood && allowance >= data.length) {
        allowance -= data.length
        return tell(pipeline.push(data))
      }
      flood ??= { ring: createByteRing(keptBytes), passed: 0 }
      flood.ring.push(data)
      flood.passed += data.length
      return allowance >= 4 * keptBytes ? tell(settle()) : ''
    },
    settle: () => tell(settle()),
    peek: () => (flood ? '' : pipeline.peek()),
    end: () => settle() + pipeline.end(),
  }
}

function openPipeline(redactor: Pick<Redactor, 'redact' | 'stream'> | false) {
  const decoder = new TextDecoder()
  const cleaner = createTextCleaner()
  const redaction = redactor === false ? undefined : redactor.stream()
  const keys = createKeyWatch()
  const redact = (text: string) => {
    if (text === '' || !redaction) return text
    keys.look(text)
    return redaction.push(text)
  }
  return {
    push: (data: Uint8Array) => redact(cleaner.push(decoder.decode(data, { stream: true }))),
    peek() {
      const line = cleaner.peek()
      if (redactor === false || line === '') return line
      // A line of a private key can be recognized only by the lines before it.
      return keys.isWithin() ? '' : redactor.redact(line)
    },
    end: () => redact(cleaner.push(decoder.decode()) + cleaner.end()) + (redaction?.end() ?? ''),
  }
}

/** Tracks whether text that arrives in whole lines is inside a private key. */
function createKeyWatch() {
  let sinceBegin = Number.POSITIVE_INFINITY
  return {
    look(text: string) {
      const begin = text.lastIndexOf('-----BEGIN')
      const end = text.lastIndexOf('-----END')
      if (begin > end) sinceBegin = text.length - begin
      else if (end !== -1) sinceBegin = Number.POSITIVE_INFINITY
      else sinceBegin += text.length
    },
    isWithin: () => sinceBegin <= longestKey,
  }
}

const longestKey = 65_536
/** Maximum length of a secret on one line, longer than any real one. */
const longestSecret = 17_000

/**
 * Returns the data from the first safe position. Output that resumes at an arbitrary position may start inside a
 * secret, so it starts at the next line and after the end of a private key.
 */
function fromSafePlace(data: Uint8Array): Uint8Array {
  const newline = data.indexOf(0x0a)
  const start = newline === -1 || newline > longestSecret ? longestSecret : newline + 1
  const text = new TextDecoder('latin1').decode(data.subarray(start, start + longestKey))
  const keyEnd = /-----END[A-Z\d ]{0,40} PRIVATE KEY(?: BLOCK)?-----/.exec(text)
  const isWithinKey = keyEnd !== null && !text.slice(0, keyEnd.index).includes('-----BEGIN')
  return data.subarray(isWithinKey ? start + keyEnd.index + keyEnd[0].length : start)
}
