import { contents, type Data, fromText, join, noData, type Origin, type Word, worst } from '../words/data.js'

/** A part of a word after expansion, before words are split and patterns are matched. */
export interface Piece extends Data {
  readonly quoted: boolean
  /** Whether the piece is an unquoted expansion, which is subject to word splitting. */
  readonly split?: boolean
  /** The words of a piece that stays several words even within quotes: `"$@"`. */
  readonly list?: readonly Data[]
  readonly content?: Data
  readonly feed?: (input: Data) => void
}

export function toPieces(values: readonly Data[], isList: boolean, isQuoted: boolean): readonly Piece[] {
  if (isList) return [{ ...join(values, ' '), quoted: isQuoted, list: values, split: !isQuoted }]
  return values.length > 0
    ? values.slice(0, 1).map((value) => ({ ...value, quoted: isQuoted, split: !isQuoted }))
    : [{ ...noData, quoted: isQuoted, split: !isQuoted }]
}

export function toWord(pieces: readonly Piece[]): Word {
  let text = ''
  let origin: Origin = 'command'
  let secret = false
  let glob = false
  let content: Data | undefined
  let feed: Piece['feed']
  for (const piece of pieces) {
    text += piece.text
    origin = worst(origin, piece.origin)
    secret ||= piece.secret
    glob ||= !piece.quoted && /[*?[]/.test(piece.text)
    content ??= piece.content
    feed ??= piece.feed
  }
  const processes = glob && text.startsWith('/proc/') ? { processes: true } : {}
  return {
    ...{ text, origin, secret, glob, ...contents(...pieces), ...processes },
    ...(content ? { content } : {}),
    ...(feed ? { feed } : {}),
  }
}

export function quoted(text: string): Piece {
  return { ...fromText(text), quoted: true }
}
