import { parseJson } from '@hermes/core/wiring'
import { isRecord } from '@hermes/safety'
import type { ToText } from './to-text.js'

const maxOutputChars = 2_000

/** Returns the cells of a Jupyter notebook with the text of their outputs. Images are only named. */
export const notebookText: ToText = async (bytes) => {
  const notebook: unknown = parseJson(new TextDecoder().decode(bytes))
  const cells = fieldOf(notebook, 'cells')
  if (!Array.isArray(cells)) throw new Error('it has no cells')
  return cells.map(cellText).join('\n\n')
}

function cellText(cell: unknown, index: number): string {
  const kind = fieldOf(cell, 'cell_type')
  const outputs = fieldOf(cell, 'outputs')
  const shown = Array.isArray(outputs) ? outputs.map(outputText).filter((text) => text !== '') : []
  const parts = [`[cell ${index + 1}: ${typeof kind === 'string' ? kind : 'unknown'}]`, joined(fieldOf(cell, 'source'))]
  return [...parts, ...shown.map((text) => `[output]\n${text}`)].join('\n')
}

function outputText(output: unknown): string {
  const data = fieldOf(output, 'data')
  const error = fieldOf(output, 'ename')
  const text = [fieldOf(output, 'text'), fieldOf(data, 'text/plain')].map(joined).find((part) => part !== '') ?? ''
  const picture = Object.keys(isRecord(data) ? data : {}).find((type) => type.startsWith('image/'))
  const found =
    typeof error === 'string'
      ? `${error}: ${joined(fieldOf(output, 'evalue'))}`
      : text || (picture ? `[${picture}]` : '')
  const short = found.length > maxOutputChars ? `${found.slice(0, maxOutputChars)} [cut]` : found
  return short.trimEnd()
}

/** Joins text, which notebooks store as a string or as a list of lines. */
function joined(value: unknown): string {
  if (Array.isArray(value)) return value.map(joined).join('')
  return typeof value === 'string' ? value : ''
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined
}
