import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalEnvironment } from '@hermes/environments'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createToolExecutor } from '../../executor/executor.js'
import { createToolRegistry } from '../../registry/registry.js'
import { fileTools } from '../file-tools.js'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-documents-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function read(name: string, content: string | Uint8Array, args: object = {}) {
  await writeFile(join(folder, name), content)
  await using environment = createLocalEnvironment({ workingDirectory: folder, variables: { HOME: folder } })
  const executor = createToolExecutor({ registry: createToolRegistry(fileTools({ environment })) })
  const call = {
    id: '1',
    type: 'function',
    function: { name: 'read_file', arguments: JSON.stringify({ path: name, ...args }) },
  } as const
  const context = { sessionId: 's', taskId: 't', signal: AbortSignal.timeout(60_000) }
  for await (const event of executor.execute([call], context)) {
    if (event.type === 'tool-end') return { text: String(event.message.content), isError: event.isError }
  }
  throw new Error('no result')
}

/** Returns the lines without their numbers and without the last line, which contains the total. */
async function linesOf(name: string, content: string | Uint8Array) {
  const { text, isError } = await read(name, content)
  expect(isError, text).toBe(false)
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.replace(/^\d+\|/, ''))
}

function zip(parts: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
}

function docx(body: string): Uint8Array {
  return zip({ 'word/document.xml': `<?xml version="1.0"?><w:document><w:body>${body}</w:body></w:document>` })
}

const paragraph = (text: string, style = '') =>
  `<w:p><w:pPr>${style}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

describe('docx', () => {
  test('reads paragraphs, headings, lists and tables', async () => {
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`
    const body = [
      paragraph('Title &amp; more', '<w:pStyle w:val="Heading1"/>'),
      paragraph('one', '<w:numPr><w:ilvl w:val="0"/></w:numPr>'),
      '<w:p/>',
      `<w:tbl><w:tr>${cell('a')}${cell('b')}</w:tr><w:tr>${cell('1')}${cell('2')}</w:tr></w:tbl>`,
      '<w:p><w:r><w:t>left</w:t><w:tab/><w:t>right</w:t><w:instrText>PAGE</w:instrText></w:r></w:p>',
    ]
    expect(await linesOf('a.docx', docx(body.join('\n')))).toEqual([
      '# Title & more',
      '- one',
      '',
      'a | b',
      '1 | 2',
      'left\tright',
    ])
  })

  test('pages through a long document as through a file', async () => {
    const body = Array.from({ length: 30_000 }, (_, index) => paragraph(`line ${index + 1}`)).join('')
    const { text } = await read('long.docx', docx(body), { offset: 20_000, limit: 2 })
    expect(text).toBe('20000|line 20000\n20001|line 20001\n[lines 20000-20001 of 30000; read on with offset=20002]')
  })
})

test('xlsx: reads sheet names, values of every kind, and gaps', async () => {
  const workbook = zip({
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="First" sheetId="1" r:id="rId1"/><sheet name="R&amp;D" sheetId="2" r:id="rId2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Target="/xl/worksheets/other.xml" Id="rId2"/></Relationships>',
    'xl/sharedStrings.xml':
      '<sst><si><t>Name</t></si><si><r><t>bo</t></r><r><t>ld</t></r><rPh><t>hint</t></rPh></si></sst>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="b"><v>1</v></c></row>
      <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><f>SUM(A1:A9)</f><v>42.5</v></c><c r="C2" t="inlineStr"><is><t>in
line</t></is></c></row></sheetData></worksheet>`,
    'xl/worksheets/other.xml': '<worksheet><sheetData><row><c><v>7</v></c></row></sheetData></worksheet>',
  })
  expect(await linesOf('a.xlsx', workbook)).toEqual([
    '[sheet: First]',
    'Name\t\tTRUE',
    'bold\t42.5\tin line',
    '',
    '[sheet: R&D]',
    '7',
  ])
})

test('ipynb: reads cells with their outputs, and names images', async () => {
  const notebook = {
    cells: [
      { cell_type: 'markdown', source: ['# Title\n', 'text'] },
      {
        cell_type: 'code',
        source: 'print(1)',
        outputs: [
          { output_type: 'stream', text: ['1\n'] },
          { output_type: 'display_data', data: { 'image/png': 'iVBORw0KGgo' } },
          { output_type: 'error', ename: 'ValueError', evalue: 'bad' },
        ],
      },
    ],
  }
  expect(await linesOf('a.ipynb', JSON.stringify(notebook))).toEqual([
    '[cell 1: markdown]',
    '# Title',
    'text',
    '',
    '[cell 2: code]',
    'print(1)',
    '[output]',
    '1',
    '[output]',
    '[image/png]',
    '[output]',
    'ValueError: bad',
  ])
})

function pdf(...pages: string[]): string {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, index) => {
      const stream = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`
      const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`
      return [page, `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`]
    }),
  ]
  return `%PDF-1.4\n${objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer << /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF`
}

describe('pdf', () => {
  test('reads pages as text', async () => {
    expect(await linesOf('a.pdf', pdf('Hello there', 'The end'))).toEqual([
      '[page 1]',
      'Hello there',
      '',
      '[page 2]',
      'The end',
    ])
  })

  test('reports a document without text', async () => {
    const { text, isError } = await read('a.pdf', pdf('', ''))
    expect({ text, isError }).toEqual({
      text: 'a.pdf could not be read as a document: it contains only images and no text.',
      isError: true,
    })
  })
})

test.each([
  ['no archive', 'a.docx', Buffer.from('plain text')],
  ['an archive of something else', 'a.docx', zip({ 'other.xml': '' })],
  ['an archive of something else', 'a.xlsx', zip({ 'other.xml': '' })],
  ['a cut one', 'a.xlsx', zip({ 'xl/workbook.xml': '<workbook/>' }).subarray(0, 60)],
  ['no notebook', 'a.ipynb', Buffer.from('{"a": 1}')],
  ['no PDF', 'a.pdf', Buffer.from('plain text')],
])('rejects a damaged document with a reason: %s as %s', async (_, name, content) => {
  const { text, isError } = await read(name, content)
  expect(isError).toBe(true)
  expect(text).toMatch(/^a\.\w+ could not be read as a document: .+[^.]\.$/)
})

test('rejects a document that unpacks to an unreasonable size', { timeout: 60_000 }, async () => {
  const bomb = zip({ 'word/document.xml': ' '.repeat(140 * 2 ** 20) })
  expect(bomb.length).toBeLessThan(2 ** 20)
  const { text, isError } = await read('bomb.docx', bomb)
  expect({ text, isError }).toEqual({
    text: 'bomb.docx could not be read as a document: it unpacks to more than 128 MB.',
    isError: true,
  })
})

test('does not block the event loop while reading a large document', { timeout: 60_000 }, async () => {
  const body = Array.from({ length: 200_000 }, (_, index) => paragraph(`line ${index}`)).join('')
  let rounds = 0
  const ticking = setInterval(() => (rounds += 1), 1)
  try {
    await read('large.docx', docx(body))
  } finally {
    clearInterval(ticking)
  }
  expect(rounds).toBeGreaterThan(20)
})

describe('small files that unpack to a lot of work are read within the time limit', () => {
  const workbook = '<workbook><sheets><sheet name="One" r:id="r1"/></sheets></workbook>'
  const relations = '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'

  test('docx: a row with millions of cells', { timeout: 60_000 }, async () => {
    const row = `<w:tbl><w:tr><w:tc>${paragraph('first')}</w:tc>${'<w:tc/></w:tc>'.repeat(3_000_000)}</w:tr></w:tbl>`
    const { text, isError } = await read('cells.docx', docx(`${paragraph('before')}${row}`), { limit: 1 })
    expect(isError, text).toBe(false)
    expect(text).toMatch(/^1\|before\n/)
  })

  test('xlsx: a huge text in thousands of cells', { timeout: 60_000 }, async () => {
    const rows = '<row><c t="s"><v>0</v></c></row>'.repeat(20_000)
    const parts = {
      'xl/workbook.xml': workbook,
      'xl/_rels/workbook.xml.rels': relations,
      'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(40_000_000)}</t></si></sst>`,
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    }
    const { text, isError } = await read('text.xlsx', zip(parts), { limit: 1 })
    expect(isError, text).toBe(false)
    expect(text).toMatch(/^1\|\[sheet: One\]\n/)
  })

  test('xlsx: as many sheets as fit', { timeout: 60_000 }, async () => {
    const many = (element: string) => Array.from({ length: 400_000 }, (_, index) => element.replace('%', `r${index}`))
    const parts = {
      'xl/workbook.xml': `<workbook>${many('<sheet name="%" r:id="none"/>').join('')}</workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${many('<Relationship Id="%"/>').join('')}</Relationships>`,
    }
    const { text, isError } = await read('sheets.xlsx', zip(parts), { limit: 1 })
    expect(isError, text).toBe(false)
    expect(text).toMatch(/^1\|\[sheet: r0\]\n/)
  })
})

test('docx: keeps empty cells apart', async () => {
  const cell = (text: string) => `<w:tc>${text === '' ? '<w:p/>' : paragraph(text)}</w:tc>`
  const row = (...texts: string[]) => `<w:tr>${texts.map(cell).join('')}</w:tr>`
  const table = `<w:tbl>${row('a', '', 'b')}${row('', 'c', '')}</w:tbl>`
  expect(await linesOf('a.docx', docx(table))).toEqual(['a | | b', ' | c |'])
})
