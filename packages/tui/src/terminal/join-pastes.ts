const start = '\u001b[200~'
const end = '\u001b[201~'

/**
 * Forwards a bracketed paste in one piece. A terminal sends it in pieces of a few kilobytes, and a reader that searches
 * all of them for the end at each one takes quadratic time.
 */
export function joinPastes(forward: (data: string) => void): (data: string) => void {
  let pieces: string[] | undefined
  /** The end marker may be split, too. */
  let last = ''

  const take = (data: string): void => {
    if (pieces === undefined) {
      const at = data.indexOf(start)
      if (at === -1) {
        forward(data)
        return
      }
      if (at > 0) forward(data.slice(0, at))
      pieces = [start]
      last = ''
      take(data.slice(at + start.length))
      return
    }
    const seam = last + data
    const at = seam.indexOf(end)
    if (at === -1) {
      pieces.push(data)
      last = seam.slice(1 - end.length)
      return
    }
    const rest = at + end.length - last.length
    const whole = [...pieces, data.slice(0, rest)].join('')
    pieces = undefined
    forward(whole)
    if (rest < data.length) take(data.slice(rest))
  }
  return take
}
