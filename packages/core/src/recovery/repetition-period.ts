const longestPeriod = 1_000
const leastTimes = 8

/**
 * Checks whether a text ends with one piece repeated. Every `stride` characters it takes a window of at least the last `max`
 * characters and computes how far the reversed window matches itself when shifted by 1, 2, 3, ... characters (the Z function). This
 * is linear in the window, so constant per character.
 */
export function createPeriodRule(max: number) {
  const stride = 1_024
  const agreement = new Uint16Array(longestPeriod + 1)
  let window = ''
  let pending: string[] = []
  let pendingLength = 0

  return {
    stride,
    /**
     * Adds text.
     * @returns whether at least `needed` characters at the end, of at most `max`, are one repeated piece.
     */
    add(text: string, needed: number): boolean {
      pending.push(text)
      pendingLength += text.length
      if (pendingLength < stride) return false
      window = (window + pending.join('')).slice(-max - stride)
      pending = []
      pendingLength = 0
      return window.length >= needed && repeatedLength(window, agreement) >= needed
    },
  }
}

/**
 * Returns the length of the longest suffix that is one piece of up to `longestPeriod` characters, repeated `leastTimes` or
 * more.
 */
function repeatedLength(text: string, agreement: Uint16Array): number {
  const last = text.length - 1
  let longest = 0
  let from = 0
  let to = 0
  for (let period = 1; period <= longestPeriod && period <= last; period++) {
    let length = period < to ? Math.min(to - period, agreement[period - from] ?? 0) : 0
    while (period + length <= last && text.charCodeAt(last - length) === text.charCodeAt(last - period - length)) {
      length += 1
    }
    agreement[period] = length
    if (period + length > to) {
      from = period
      to = period + length
    }
    if (length + period >= period * leastTimes) longest = Math.max(longest, length + period)
  }
  return longest
}
