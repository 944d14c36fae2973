import { readZip } from './read-zip.js'
import type { ToText } from './to-text.js'
import { attributeOf, type XmlToken, xmlTokens } from './xml-tokens.js'

const body = 'word/document.xml'
const notes: readonly string[] = ['word/footnotes.xml', 'word/endnotes.xml', 'word/comments.xml']

/**
 * Converts a Word document to paragraphs. Headings are marked with `#`, list items with `-`, and table cells are
 * separated by `|`.
 */
export const docxText: ToText = async (bytes) => {
  const parts = await readZip(bytes, (name) => name === body || notes.includes(name))
  const document = parts.get(body)
  if (document === undefined) throw new Error('it is not a Word document')
  const texts = [paragraphs(document)]
  for (const name of notes) {
    const text = paragraphs(parts.get(name) ?? '')
    if (text.trim() !== '') texts.push(`[${name.slice(5, -4)}]\n${text.trim()}`)
  }
  return texts.join('\n\n')
}

function paragraphs(xml: string): string {
  const writer = createWriter()
  for (const token of xmlTokens(xml)) writer.add(token)
  return writer.lines.join('\n').replace(/\n{3,}/g, '\n\n')
}

/** Collects lines. Only text inside `t` elements counts; the rest is white space of the file or field instructions. */
function createWriter() {
  const lines: string[] = []
  // The finished cells of a row are joined only when it ends, because text that grows cell by cell is copied for each.
  let cells: string[] = []
  let line = ''
  let mark = ''
  let isText = false
  let tables = 0
  const joinCells = () => {
    line = `${cells.join('')}${line}`
    cells = []
  }
  const end = () => {
    joinCells()
    lines.push(line.trim() === '' ? '' : `${mark}${line}`)
    line = ''
    mark = ''
  }
  const open = (name: string, attributes: string) => {
    if (name === 't' || name === 'delText') isText = name === 't'
    else if (name === 'tab') line += '\t'
    else if (name === 'br' || name === 'cr') line += '\n'
    else if (name === 'tbl') tables += 1
    else if (name === 'pStyle') mark = headingMark(attributeOf(attributes, 'val') ?? '') || mark
    else if (name === 'numPr' && mark === '') mark = '- '
  }
  const close = (name: string) => {
    if (name === 't') isText = false
    else if (name === 'tbl') tables -= 1
    else if (name === 'p' && tables === 0) end()
    else if (name === 'p' && line !== '') line += ' '
    else if (name === 'tc') {
      const text = line.trimEnd()
      cells.push(text === '' && cells.length > 0 ? '| ' : `${text} | `)
      line = ''
    } else if (name === 'tr') {
      joinCells()
      line = line.replace(/ ?\| $/, '')
      mark = ''
      end()
    }
  }
  return {
    lines,
    add(token: XmlToken) {
      if (token.kind === 'text') line += isText ? token.text : ''
      else if (token.kind === 'close') close(token.name)
      else if (!token.isEmpty || !['t', 'tbl', 'p'].includes(token.name)) open(token.name, token.attributes)
      else if (token.name === 'p' && tables === 0) end()
    },
  }
}

function headingMark(style: string): string {
  if (/^title$/i.test(style)) return '# '
  const [, level] = /^heading ?([1-9])$/i.exec(style) ?? []
  return level === undefined ? '' : `${'#'.repeat(Number(level))} `
}
