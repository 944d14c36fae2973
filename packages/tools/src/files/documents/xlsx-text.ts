import { readZip } from './read-zip.js'
import type { ToText } from './to-text.js'
import { attributeOf, xmlTokens } from './xml-tokens.js'

/** Maximum number of characters of all sheets. */
const maxChars = 5_000_000
const maxColumns = 1_000
const maxSheets = 10_000
/** Maximum characters per cell, as in Excel. Longer text would be copied for each cell that refers to it. */
const maxCellChars = 32_767

/** Returns the sheets of an Excel workbook, one line per row with cells separated by tabs. Formulas show their last value. */
export const xlsxText: ToText = async (bytes) => {
  const parts = await readZip(bytes, (name) =>
    /^xl\/(?:workbook|sharedStrings|worksheets\/[^/]+)\.xml$|^xl\/_rels\/workbook\.xml\.rels$/.test(name),
  )
  const workbook = parts.get('xl/workbook.xml')
  if (workbook === undefined) throw new Error('it is not an Excel workbook')
  const strings = sharedStrings(parts.get('xl/sharedStrings.xml') ?? '')
  const relations = attributesOf(parts.get('xl/_rels/workbook.xml.rels') ?? '', {
    element: 'Relationship',
    attributes: ['Id', 'Target'],
  })
  const targets = new Map(relations.map(([id, target]) => [id, target]))
  const texts: string[] = []
  let left = maxChars
  const sheets = attributesOf(workbook, { element: 'sheet', attributes: ['name', 'id'] })
  for (const [name = '', id] of sheets.slice(0, maxSheets)) {
    const target = targets.get(id) ?? ''
    const sheet = parts.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`) ?? ''
    const rows = rowsOf(sheet, strings, left)
    left -= rows.length
    texts.push(`[sheet: ${name}]\n${rows}`)
    if (left > 0) continue
    texts.push('[cut: the workbook continues]')
    break
  }
  return texts.join('\n\n')
}

interface Wanted {
  readonly element: string
  readonly attributes: readonly string[]
}

/** Returns the values of the given attributes for each element with the given name. */
function attributesOf(xml: string, { element, attributes }: Wanted) {
  const found: (string | undefined)[][] = []
  for (const token of xmlTokens(xml)) {
    if (token.kind !== 'open' || token.name !== element) continue
    found.push(attributes.map((name) => attributeOf(token.attributes, name)))
  }
  return found
}

/** Returns the shared strings. Phonetic hints (`rPh`) are not part of the text. */
function sharedStrings(xml: string): readonly string[] {
  const strings: string[] = []
  let text = ''
  let isText = false
  let isHint = false
  for (const token of xmlTokens(xml)) {
    if (token.kind === 'text') text += isText && !isHint ? token.text : ''
    else if (token.name === 't') isText = token.kind === 'open' && !token.isEmpty
    else if (token.name === 'rPh') isHint = token.kind === 'open'
    else if (token.name === 'si' && (token.kind === 'close' || token.isEmpty)) {
      strings.push(text.slice(0, maxCellChars))
      text = ''
    }
  }
  return strings
}

function rowsOf(xml: string, strings: readonly string[], left: number): string {
  let rows = ''
  let cells: string[] = []
  let cell = { column: 0, type: '', value: '' }
  let isValue = false
  for (const token of xmlTokens(xml)) {
    if (rows.length > left) return rows.slice(0, Math.max(0, left)).trimEnd()
    if (token.kind === 'text') cell.value += isValue ? token.text.slice(0, maxCellChars) : ''
    else if (token.name === 'v' || token.name === 't') isValue = token.kind === 'open' && !token.isEmpty
    else if (token.name === 'c' && token.kind === 'open') {
      const column = columnOf(attributeOf(token.attributes, 'r')) ?? cells.length
      cell = { column, type: attributeOf(token.attributes, 't') ?? '', value: '' }
    } else if (token.name === 'c') {
      if (cell.column < maxColumns) cells[cell.column] = shownValue(cell, strings)
      cell = { column: maxColumns, type: '', value: '' }
    } else if (token.name === 'row' && token.kind === 'close') {
      rows += `${Array.from(cells, (value) => value ?? '').join('\t')}\n`
      cells = []
    }
  }
  return rows.slice(0, Math.max(0, left)).trimEnd()
}

function shownValue(
  { type, value }: { readonly type: string; readonly value: string },
  strings: readonly string[],
): string {
  const text = type === 's' ? (strings[Number(value)] ?? '') : type === 'b' ? (value === '1' ? 'TRUE' : 'FALSE') : value
  return text.slice(0, maxCellChars).replace(/[\t\r\n]+/g, ' ')
}

/** Returns the column of a cell reference, starting at 0: `C7` is in column 2. */
function columnOf(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? '') ?? []
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
