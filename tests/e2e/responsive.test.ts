import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { call, type FakeProvider, startFakeProvider, text } from '@hermes/testkit'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createSandbox, type Hermes } from './hermes.js'
import { slowPdf } from './slow-pdf.js'

const key = 'made-up-gateway-key'

const sandbox = createSandbox()
let provider: FakeProvider
let gateway: Hermes
let url: string

beforeAll(async () => {
  provider = await startFakeProvider({ script: text('unused') })
  sandbox.writeHome(
    'config.yaml',
    `model: { provider: custom, base_url: "${provider.baseUrl}", default: fake-model }\nsecurity: { allow_private_urls: true }\n`,
  )
  gateway = sandbox.start(['gateway', 'run', '--port', '0'], { env: { API_SERVER_KEY: key } })
  url = (await gateway.prints(/http:\/\/127\.0\.0\.1:\d+/))[0]
})
afterAll(async () => {
  gateway.process.kill('SIGKILL')
  await gateway.ended
  await provider.close()
  sandbox[Symbol.dispose]()
})

/** Files that can keep a parser busy for seconds, or unpack to a large size. */
const files: Readonly<Record<string, () => string | Uint8Array>> = {
  'page.html': () => `begin ${'<br>a'.repeat(200_000)}`,
  'deep.html': () => ('<div>'.repeat(120) + '</div>'.repeat(120)).repeat(800),
  'pages.txt': () => 'Plain text of a server, line by line.\n'.repeat(250_000),
  'cells.docx': () =>
    office({ 'word/document.xml': `<w:tbl><w:tr>${'<w:tc/></w:tc>'.repeat(1_000_000)}</w:tr></w:tbl>` }),
  'text.docx': () => office({ 'word/document.xml': `<w:p><w:t>${'a&amp;b '.repeat(2_000_000)}</w:t></w:p>` }),
  'book.xlsx': () =>
    office({
      'xl/workbook.xml': '<workbook><sheets><sheet name="One" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>',
      'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(20_000_000)}</t></si></sst>`,
      'xl/worksheets/s.xml': `<sheetData>${'<row><c t="s"><v>0</v></c></row>'.repeat(50_000)}</sheetData>`,
    }),
  'cells.ipynb': () => `{"cells":[${'{"cell_type":"code","source":["x"]},'.repeat(400_000)}{}]}`,
  'slow.pdf': slowPdf,
  'lines.txt': () => 'a line\n'.repeat(4 * 2 ** 20),
}

function office(parts: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])))
}

const cases = Object.keys(files).map((name) => {
  const isPage = name.endsWith('.html') || name === 'pages.txt'
  return [
    name,
    (server: string) =>
      isPage ? call('web_extract', { urls: [`${server}/${name}`] }) : call('read_file', { path: name }),
  ] as const
})

test.for([
  ...cases,
  [
    'the output of a command',
    () => call('terminal', { command: 'head -c 60000000 /dev/urandom | base64 -w 0' }),
  ] as const,
  ['a large patch', () => call('patch', { path: 'patched.txt', old_string: 'a line\nb', new_string: 'x' })] as const,
  ['a large script', () => call('write_file', { path: 'a.ts', content: '(['.repeat(450_000) })] as const,
  ['a search', () => call('search_files', { pattern: '(a|a)*b', path: '.' })] as const,
  ['a long command', () => call('terminal', { command: `echo ${'"$(echo '.repeat(2_000)}` })] as const,
])('the gateway answers within a second while it reads %s', { timeout: 180_000 }, async ([name, toCall]) => {
  const content = files[name]?.()
  if (content !== undefined) sandbox.write(name, content)
  onTestFinished(() => rmSync(join(sandbox.workspace, name), { force: true }))
  sandbox.write('patched.txt', 'a line\n'.repeat(2 * 2 ** 20))
  provider.setScript([toCall(await serveFiles(content ?? '')), text('Done.')])
  const answer = fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'hermes', messages: [{ role: 'user', content: 'read it' }] }),
  })
  const slowest = await slowestWhile(answer, `${url}/livez`)
  expect((await answer).status).toBe(200)
  expect(provider.requests.at(-1)?.body.messages).toContainEqual(expect.objectContaining({ role: 'tool' }))
  expect(slowest).toBeLessThan(1_000)
})

/** Returns the longest time in milliseconds that a request took until `work` settled. */
async function slowestWhile(work: Promise<unknown>, url: string): Promise<number> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  let slowest = 0
  while (!isOver) {
    const startedAt = performance.now()
    expect((await fetch(url)).status).toBe(200)
    slowest = Math.max(slowest, performance.now() - startedAt)
  }
  return slowest
}

async function serveFiles(content: string | Uint8Array): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', url.endsWith('.html') ? 'text/html' : 'text/plain').end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}
