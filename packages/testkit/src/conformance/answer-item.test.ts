import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@hermes/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { answerItem as answerWith } from './answer-item.js'
import { createKindLoader } from './kinds/index.js'
import { readLines } from './read-lines.js'

const loadKind = createKindLoader()
const answerItem = (line: string) => answerWith(line, loadKind)

describe('answerItem', () => {
  it.each([
    ['{"id": 7, "kind"', null, /JSON/],
    ['[]', null, 'The line is not a JSON object.'],
    ['{"id": "a", "kind": "constructor", "input": {}}', 'a', 'This version has no kind "constructor".'],
    ['{"id": "a", "kind": "sanitise"}', 'a', 'The item needs an object as "input"'],
    ['{"id": "a", "kind": "sanitise", "input": {"messages": "none"}}', 'a', 'input.messages must be an array.'],
    ['{"id": "a", "kind": "sanitise", "input": {"messages": [3]}}', 'a', 'input.messages must only contain objects.'],
  ])('reports the problem of %s', async (line, id, problem) => {
    expect(await answerItem(line)).toEqual({ id, error: expect.stringMatching(problem) })
  })

  it('sanitizes a history', async () => {
    const result = { role: 'tool', tool_call_id: 'nobody', content: 'lost' }
    const messages = [{ role: 'user', content: 'Hello' }, result]
    const answer = await answerItem(JSON.stringify({ id: 'a', kind: 'sanitise', input: { messages } }))
    expect(answer).toEqual({ id: 'a', output: [messages[0]], ms: expect.any(Number) })
  })
})

describe('kinds', () => {
  const outputOf = async (kind: string, input: object) => {
    const answer = await answerItem(JSON.stringify({ id: 'a', kind, input }))
    if ('error' in answer) throw new Error(answer.error)
    return answer.output
  }

  it('search: returns ids unchanged, with any JSON value', async () => {
    const ids = [7, 'b', null, { page: 1 }]
    const docs = ids.map((id) => ({ id, role: 'user', content: 'a cup of tea' }))
    const kind = createKindLoader()
    const ask = (input: object) => answerWith(JSON.stringify({ id: 'docs', kind: 'search', input }), kind)
    await ask({ docs })
    expect(await ask({ query: 'tea' })).toMatchObject({ output: expect.arrayContaining(ids) })
    expect(await ask({ query: 'coffee' })).toMatchObject({ output: [] })
  })

  it('url: fetched or not, and where sockets connected', async () => {
    const outside = '93.184.215.14'
    const verdict = (input: JsonObject) => outputOf('url', input)
    expect(await verdict({ url: 'https://example.com/', resolves: { 'example.com': [outside] } })).toEqual({
      allowed: true,
      connected: [outside],
    })
    expect(await verdict({ url: 'http://0x7f.1/', resolves: {} })).toEqual({ allowed: false, connected: [] })
    expect(await verdict({ url: 'http://unknown.example/', resolves: {} })).toEqual({ allowed: false, connected: [] })
    expect(await verdict({ url: 'http://mixed.example/', resolves: { 'mixed.example': [outside, '::1'] } })).toEqual({
      allowed: false,
      connected: [],
    })
    const rebinding = { resolves: {}, resolveSequence: { 'a.example': [[outside], ['127.0.0.1']] } }
    expect(await verdict({ url: 'http://a.example/', ...rebinding })).toEqual({ allowed: true, connected: [outside] })
    expect(await verdict({ url: 'http://a.example/', ...rebinding, redirects: ['/next'] })).toEqual({
      allowed: false,
      connected: [outside],
    })
    const hops = { url: 'http://a.example/', resolves: { 'a.example': [outside], 'b.example': ['1.1.1.1'] } }
    expect(await verdict({ ...hops, redirects: ['https://b.example/', 'http://a.example/'] })).toEqual({
      allowed: true,
      connected: [outside, '1.1.1.1', outside],
    })
  })

  it('toolargs: repairs, coerces or rejects arguments', async () => {
    const schema = { type: 'object', properties: { limit: { type: 'integer' } } }
    expect(await outputOf('toolargs', { raw: '{"limit": "3",}', schema })).toEqual({ limit: 3 })
    expect(await outputOf('toolargs', { raw: '{"limit": "3"}' })).toEqual({ limit: '3' })
    expect(await outputOf('toolargs', { raw: '{"path": "a.t' })).toBe('unrepairable')
  })

  it('redact: gives the same result for a text and its chunks', async () => {
    const key = `ghp_${'a1B'.repeat(12)}`
    const text = `TOKEN=${key} and commit ${'0a1b'.repeat(10)}`
    const left = text.replace(key, `${key.slice(0, 6)}…${key.slice(-4)}`)
    const chunks = [text.slice(0, 15), text.slice(15, 30), text.slice(30)]
    expect(await outputOf('redact', { text })).toBe(left)
    expect(await outputOf('redact', { chunks })).toBe(left)
  })

  it('gate: returns run, ask or refuse', async () => {
    const gate = (cmd: string, yolo = false) =>
      outputOf('gate', { cmd, yolo, cwd: '/home/dev/proj', home: '/home/dev' })
    expect(await gate('ls -la')).toBe('run')
    expect(await gate('git reset --hard')).toBe('ask')
    expect(await gate('git reset --hard', true)).toBe('run')
    expect(await gate('git reset --hard')).toBe('ask')
    expect(await gate('rm -rf /', true)).toBe('refuse')
  })

  it('parallel: decides by tool, path and server', async () => {
    const read = (path: string) => ({ name: 'read_file', arguments: JSON.stringify({ path }) })
    const ask = { name: 'mcp__docs__find', arguments: '{}' }
    const parallel = (calls: object[], more = {}) => outputOf('parallel', { calls, cwd: '/tmp', ...more })
    expect(await parallel([read('a'), read('b')])).toBe(true)
    expect(await parallel([read('a'), read('./x/../a')])).toBe(false)
    expect(await parallel([read('a')])).toBe(false)
    expect(await parallel([ask, ask])).toBe(false)
    expect(await parallel([ask, ask], { mcpParallelServers: ['docs'] })).toBe(true)
    const named = (name: string) => ({ name, arguments: '{}' })
    const mcpParallelServers = ['docs', 'my-server']
    for (const name of ['mcp_docs_find', 'mcp__my-server__get', 'mcp_my_server_find', 'web_search', 'vision_analyze']) {
      expect(await parallel([named(name), named(name)], { mcpParallelServers }), name).toBe(true)
    }
    for (const name of ['mcp__docs__', 'mcp__docs2__get', 'mcp__other__get', 'unknown_tool', 'clarify', 'todo']) {
      expect(await parallel([named(name), named(name)], { mcpParallelServers }), name).toBe(false)
    }
    const patch = { name: 'patch', arguments: JSON.stringify({ mode: 'patch', patch: '', path: 'c' }) }
    expect(await parallel([read('a'), patch])).toBe(false)
  })
})

describe('path', () => {
  async function openFolders() {
    const root = await mkdtemp(join(tmpdir(), 'hermes-conformance-'))
    onTestFinished(() => rm(root, { recursive: true }))
    const [home, cwd, agentHome] = [join(root, 'home'), join(root, 'project'), join(root, 'agent')]
    for (const folder of [join(home, '.ssh'), cwd, agentHome]) await mkdir(folder, { recursive: true })
    const attempt = async (op: string, path: string, mode = 'default') => {
      const input = { op, path, mode, home, cwd, agentHome }
      const answer = await answerItem(JSON.stringify({ id: 'a', kind: 'path', input }))
      return 'output' in answer ? answer.output : answer
    }
    return { root, home, cwd, agentHome, attempt }
  }

  it('reads files, with links resolved', async () => {
    const { root, home, cwd, attempt } = await openFolders()
    await writeFile(join(home, '.ssh', 'id_ed25519'), 'a key')
    await symlink(join(home, '.ssh', 'id_ed25519'), join(cwd, 'notes.txt'))
    await writeFile(join(cwd, 'real.txt'), 'text')
    await writeFile(join(root, 'outside.txt'), 'text')
    expect(await attempt('read', 'real.txt')).toEqual({ ok: true })
    expect(await attempt('read', 'notes.txt')).toEqual({ ok: false, error: expect.stringContaining('notes.txt') })
    expect(await attempt('read', '../outside.txt')).toEqual({ ok: true })
    expect(await attempt('read', '../outside.txt', 'workspace-only')).toMatchObject({ ok: false })
    expect(await attempt('dance', 'real.txt')).toMatchObject({ error: 'input.op must be "read" or "write".' })
  })

  it('writes files', async () => {
    const { root, cwd, agentHome, attempt } = await openFolders()
    expect(await attempt('write', 'new.txt')).toEqual({ ok: true })
    expect(await readFile(join(cwd, 'new.txt'), 'utf8')).toMatch(/\S/)
    expect(await attempt('write', join(agentHome, 'config.yaml'))).toMatchObject({ ok: false })
    expect(await attempt('write', join(root, 'outside.txt'), 'workspace-only')).toMatchObject({ ok: false })
  })
})

describe('readLines', () => {
  async function* chunked(text: string, size: number) {
    const bytes = new TextEncoder().encode(text)
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
  }

  it.each([1, 2, 5, 1000])('joins chunks of %i bytes', async (size) => {
    const lines: string[] = []
    for await (const line of readLines(chunked('eins\n\nzwei \u2028 日本\nlast', size))) lines.push(line)
    expect(lines).toEqual(['eins', '', 'zwei \u2028 日本', 'last'])
  })
})
