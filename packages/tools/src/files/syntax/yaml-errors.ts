import { LineCounter, parseAllDocuments } from 'yaml'
import type { FindErrors } from './find-errors.js'

export const yamlErrors: FindErrors = async (text) => {
  const lines = new LineCounter()
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' })
  return [...documents].flatMap(({ errors }) =>
    errors.map(({ pos, message }) => ({ line: lines.linePos(pos[0]).line, message })),
  )
}
