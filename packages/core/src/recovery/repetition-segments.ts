const windowSize = 512
const often = 4

/**
 * Tracks the lines and sentences of a text: how many characters at its end belong to segments that occurred repeatedly. White space
 * is ignored.
 */
export function createSegmentRule() {
  const window: number[] = []
  const counts = new Map<number, number>()
  let next = 0
  let repeated = 0
  let isInCode = false
  let segment = { hash: 0, marks: 0, length: 0 }
  let line = { marks: 0, fence: 0 }
  let previous = 0

  function endSegment(): void {
    const { hash, marks, length } = segment
    segment = { hash: 0, marks: 0, length: 0 }
    if (marks === 0) {
      repeated += repeated > 0 ? length : 0
      return
    }
    const times = counts.get(hash) ?? 0
    repeated = times >= often ? repeated + length : 0
    remember(hash, times)
  }

  function remember(hash: number, times: number): void {
    const oldest = window[next]
    counts.set(hash, times + 1)
    if (oldest !== undefined) {
      const left = (counts.get(oldest) ?? 1) - 1
      if (left === 0) counts.delete(oldest)
      else counts.set(oldest, left)
    }
    window[next] = hash
    next = (next + 1) % windowSize
  }

  function endLine(): void {
    if (line.fence >= 3) isInCode = !isInCode
    line = { marks: 0, fence: 0 }
  }

  return {
    repeated: () => repeated,
    isInCode: () => isInCode,
    add(text: string): void {
      for (let index = 0; index < text.length; index++) {
        const unit = text.charCodeAt(index)
        segment.length += 1
        if (isWhite(unit)) {
          if (unit === lineFeed || isEndMark(previous)) endSegment()
          if (unit === lineFeed) endLine()
        } else {
          segment.hash = (Math.imul(segment.hash, 0x01000193) ^ unit) >>> 0
          segment.marks += 1
          if ((unit === backtick || unit === tilde) && line.fence === line.marks) line.fence += 1
          line.marks += 1
          if (isWideEndMark(unit)) endSegment()
        }
        previous = unit
      }
    },
  }
}

const lineFeed = 0x0a
const backtick = 0x60
const tilde = 0x7e

function isWhite(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === 0xa0 || unit === 0x3000
}

/** Whether a character ends a sentence when white space follows: `.`, `!`, `?`. */
function isEndMark(unit: number): boolean {
  return unit === 0x2e || unit === 0x21 || unit === 0x3f
}

/** Whether a character ends a sentence in Chinese and Japanese, where no white space follows. */
function isWideEndMark(unit: number): boolean {
  return unit === 0x3002 || unit === 0xff01 || unit === 0xff1f
}
