import { UNKNOWN, type Word } from '../words/data.js'
import { type Piece, toWord } from './piece.js'
import { readVariable, type Scope } from './scope.js'

export function splitFields(pieces: readonly Piece[], scope: Scope): Word[] {
  const separators = readVariable(scope, 'IFS')?.[0]?.text ?? ' \t\n'
  const words: Word[] = []
  let current: Piece[] = []
  let isOpen = false
  const close = () => {
    if (isOpen) words.push(toWord(current))
    current = []
    isOpen = false
  }
  for (const piece of pieces) {
    const fields = piece.split || piece.list ? toFields(piece, separators) : [piece.text]
    fields.forEach((text, index) => {
      if (index > 0) close()
      if (text === '' && !piece.quoted) return
      current.push({ ...piece, text })
      isOpen = true
    })
  }
  close()
  return words
}

/** Splits a piece. An empty string at either end represents a space there, which ends the adjacent word. */
function toFields(piece: Piece, separators: string): string[] {
  const texts = piece.list ? piece.list.map((value) => value.text) : [piece.text]
  if (!piece.split) return texts
  return texts.flatMap((text) => splitAt(text, separators))
}

function splitAt(text: string, separators: string): string[] {
  const fields = ['']
  for (const character of text) {
    if (separators.includes(character)) fields.push('')
    else fields[fields.length - 1] += character
    if (fields.length > 5_000) return [UNKNOWN]
  }
  return fields
}
