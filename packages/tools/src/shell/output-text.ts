import { createRedactor, type Redactor } from '@hermes/safety/redact'
import { type ByteRing, createByteRing } from './byte-ring.js'
import { createTextCleaner } from './clean-text.js'

/** What a program prints, as text that may be shown: readable, and without secrets however it was cut. */
export interface OutputText {
  /** Takes what was printed; returns what can be told by now, as a rule all up to the last line break. */
  push(data: Uint8Array): string
  /** What was held back because too much came at once. */
  settle(): string
  /** The last line as far as it has come. It stays to be told. */
  peek(): string
  /** The rest. */
  end(): string
  /** Bytes that were passed over. */
  readonly lost: number
}

export interface OutputTextOptions {
  /** Takes secrets out; `false` leaves them. Default: one that knows no values of its own. */
  readonly redactor?: Pick<Redactor, 'redact' | 'stream'> | false
  /** Milliseconds that never go back. Default `performance.now`. */
  readonly monotonic?: () => number
  readonly flood?: FloodLimits
}

/** Looking for secrets takes time. */
export interface FloodLimits {
  /** So much is looked through at once. Default 8 MiB. */
  readonly burstBytes: number
  /** So much from then on. Default 1 MiB per second. */
  readonly bytesPerMs: number
  /** Of what comes faster than that, so much of the newest is kept. Default 1 MiB. */
  readonly keptBytes: number
}

const megabyte = 2 ** 20
const defaultFlood: FloodLimits = { burstBytes: 8 * megabyte, bytesPerMs: megabyte / 1_000, keptBytes: megabyte }

/**
 * Turns bytes into text. A program that prints without end is not waited for: beyond the first 8 MiB, what comes faster than
 * 1 MiB per second is passed over, with a note of how much, so that a gigabyte costs little time and no memory.
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
  /** What was told last is the beginning of a line. */
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
    // What is not whole may be the beginning of a secret.
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
    get lost() {
      return lost
    },
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
      // A line of a private key is known by those before it alone.
      return keys.isWithin ? '' : redactor.redact(line)
    },
    end: () => redact(cleaner.push(decoder.decode()) + cleaner.end()) + (redaction?.end() ?? ''),
  }
}

/** Whether a private key has begun and not ended, in a text that comes in whole lines. */
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
    get isWithin() {
      return sinceBegin <= longestKey
    },
  }
}

const longestKey = 65_536
/** No secret of one line is longer. */
const longestSecret = 17_000

/** What begins anywhere may begin within a secret: from the next line on, and behind the end of a private key. */
function fromSafePlace(data: Uint8Array): Uint8Array {
  const newline = data.indexOf(0x0a)
  const start = newline === -1 || newline > longestSecret ? longestSecret : newline + 1
  const text = new TextDecoder('latin1').decode(data.subarray(start, start + longestKey))
  const keyEnd = /-----END[A-Z\d ]{0,40} PRIVATE KEY(?: BLOCK)?-----/.exec(text)
  const isWithinKey = keyEnd !== null && !text.slice(0, keyEnd.index).includes('-----BEGIN')
  return data.subarray(isWithinKey ? start + keyEnd.index + keyEnd[0].length : start)
}
