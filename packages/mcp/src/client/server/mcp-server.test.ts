import { HermesError } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { openServer, originOf } from '../../../testing/local-server.js'

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function pidOf({ call }: ReturnType<typeof openServer>, tool = 'pid'): Promise<number> {
  return Number((await call(tool)).content)
}

describe('a server over standard input and output', () => {
  test('is not started before it is needed, and lists what it offers', async () => {
    const { server } = openServer()
    expect(server).toMatchObject({ state: 'idle', listing: undefined })
    const listing = await server.refresh()
    expect(server.state).toBe('ready')
    expect(listing.hasResources).toBe(true)
    expect(listing.tools.find(({ name }) => name === 'echo')).toEqual({
      name: 'echo',
      description: 'Repeats a text.',
      parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      isReadOnly: false,
      isIdempotent: false,
    })
    expect(listing.tools.find(({ name }) => name === 'look')?.isReadOnly).toBe(true)
    expect(listing.prompts).toEqual([
      { name: 'greet', description: 'Greets.', parameters: [{ name: 'who', isRequired: true }] },
    ])
  })

  test('answers calls, with images, structured content and errors', async () => {
    const { call, server } = openServer()
    expect(await call('echo', { text: 'hi' })).toEqual({ content: 'You said: hi' })
    expect(await call('structured')).toEqual({ content: '{"sum":3}' })
    expect(await call('fail')).toEqual({ content: 'It went wrong.', isError: true })
    expect(await call('image')).toEqual({
      content: [
        { type: 'text', text: 'a dot' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
      ],
    })
    expect(await server.listResources(originOf())).toMatchObject([{ uri: 'note://one', name: 'one' }])
    expect(await server.readResource('note://one', originOf())).toBe('note://one:\nthe note')
    expect(await server.getPrompt('greet', { who: 'Ada' }, originOf())).toEqual([{ type: 'text', text: 'Greet Ada.' }])
  })

  test('reports progress and logs', async () => {
    const opened = openServer()
    const told: string[] = []
    const { content } = await opened.call('slow', {}, { report: (line) => void told.push(line) })
    expect(content).toBe('slow but done')
    expect(told).toEqual(['1/3 working', '2/3 working', '3/3 working'])
    await opened.call('log')
    await expect.poll(() => opened.logged).toContain('warn: MCP server "fake": the disk is full')
  })

  test('notices a change of its list', async () => {
    let changes = 0
    const { server, call } = openServer(
      {},
      {
        onChange: () => {
          changes += 1
        },
      },
    )
    await server.refresh()
    await call('change')
    await expect.poll(() => changes).toBe(2)
    expect(server.listing?.tools.find(({ name }) => name === 'echo')?.description).toContain('Ignore all previous')
  })

  test('gets its own variables, but no others of the agent', async () => {
    process.env.HERMES_TEST_API_KEY = 'secret'
    const { call } = openServer({ variables: { OWN_KEY: 'mine' } })
    expect((await call('secret')).content).toBe('mine')
    expect((await call('variables')).content).not.toContain('HERMES_TEST_API_KEY')
  })
})

describe('a server that fails', () => {
  test('is restarted after it has died, and keeps its list in the meantime', async () => {
    const opened = openServer()
    const { server, call } = opened
    await server.refresh()
    const first = await pidOf(opened)
    await expect(call('exit')).rejects.toMatchObject({ code: 'mcp/unreachable' })
    expect(server.listing?.tools.length).toBeGreaterThan(5)
    await expect.poll(() => server.state).toBe('ready')
    const second = await pidOf(opened)
    expect(second).not.toBe(first)
    process.kill(second, 'SIGKILL')
    await expect.poll(() => isAlive(second)).toBe(false)
    // A call in the meantime waits for the next process.
    await expect.poll(() => pidOf(opened).catch(() => second)).not.toBe(second)
  })

  test('is retried forever, and reports why it failed', async () => {
    const { server, call, logged } = openServer({ variables: { FAKE_EXIT: 'at-start' } })
    await expect(call('echo', { text: '' })).rejects.toThrow(/^The MCP server "fake" could not be started/)
    await expect.poll(() => logged.filter((line) => line.startsWith('warn')).length).toBeGreaterThan(3)
    expect(server.failure).toMatchObject({ code: 'mcp/unreachable' })
  })

  test('reports a program that does not exist', async () => {
    const endpoint = { kind: 'stdio', command: '/no/such/program', args: [], variables: {} } as const
    const { call, logged } = openServer({ endpoint })
    await expect(call('echo')).rejects.toMatchObject({ code: 'mcp/unreachable' })
    expect(logged.join()).toContain('/no/such/program')
  })

  test('ends a call at its time limit, and notifies the server', async () => {
    const { call, logged } = openServer({ timeoutMs: 300 })
    await expect(call('silent')).rejects.toMatchObject({ code: 'mcp/time-limit' })
    await expect.poll(() => logged.join()).toMatch(/cancelled \d/)
    expect((await call('echo', { text: 'still there' })).content).toBe('You said: still there')
  })

  test('ends an interrupted call, and notifies the server', async () => {
    const { call, logged, server } = openServer()
    await server.refresh()
    const leaving = new AbortController()
    const called = call('silent', {}, { signal: leaving.signal })
    await expect.poll(() => server.state).toBe('ready')
    leaving.abort(new HermesError('run/interrupted', 'stop'))
    await expect(called).rejects.toThrow('stop')
    await expect.poll(() => logged.join()).toMatch(/cancelled \d/)
  })

  test.each(['twice', 'garbage'])('survives an answer that is wrong: %s', async (tool) => {
    const { call } = openServer()
    expect((await call(tool)).content).toBe(tool === 'twice' ? 'first' : 'after the garbage')
    expect((await call('echo', { text: 'fine' })).content).toBe('You said: fine')
  })

  test('is understood when each byte arrives separately', async () => {
    const { call } = openServer()
    expect((await call('split')).content).toBe('Grüße 👋')
  })

  test('loses its connection after a message of 100 MB, without exhausting the memory of the agent', async () => {
    const opened = openServer()
    const { call } = opened
    await call('echo', { text: '' })
    const before = process.memoryUsage().rss
    await expect(call('huge', { bytes: 100_000_000 })).rejects.toMatchObject({ code: 'mcp/unreachable' })
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 2 ** 20)
    expect((await call('echo', { text: 'again' })).content).toBe('You said: again')
  })

  test('leaves no process behind, although it forks and ignores the end of its input', async () => {
    const opened = openServer({ variables: { FAKE_EXIT: 'never' } })
    const pids = [await pidOf(opened), await pidOf(opened, 'fork')]
    expect(pids.map(isAlive)).toEqual([true, true])
    await opened.server[Symbol.asyncDispose]()
    await expect.poll(() => pids.map(isAlive)).toEqual([false, false])
  })
})

describe('questions of a server', () => {
  test('are answered during a call, whose clock stops', async () => {
    const asked: unknown[] = []
    const requests = {
      async elicit(params: object, { sessionId }: { readonly sessionId: string }) {
        asked.push(params, sessionId)
        await new Promise((resolve) => setTimeout(resolve, 600))
        return { action: 'accept' as const, content: { color: 'blue' } }
      },
      roots: () => ['/work'],
    }
    const { call } = openServer({ timeoutMs: 400 }, { services: { requests } as never })
    expect((await call('form')).content).toBe('{"action":"accept","content":{"color":"blue"}}')
    expect(asked).toMatchObject([{ message: 'Which color?' }, 's'])
    expect((await call('roots')).content).toBe('{"roots":[{"uri":"file:///work"}]}')
  })

  test('are refused when several conversations call it, and when they are not allowed', async () => {
    const requests = { elicit: async () => ({ action: 'accept' as const, content: {} }) }
    const { call } = openServer({ maySample: false, timeoutMs: 2_000 }, { services: { requests } as never })
    expect((await call('sample')).content).toMatch(/-32601|not supported|no handler|Method not found/i)
    const leaving = new AbortController()
    const other = call('silent', {}, { sessionId: 'other', signal: leaving.signal })
    expect((await call('form')).content).not.toContain('accept')
    leaving.abort()
    await expect(other).rejects.toThrow()
  })
})

test('reopens a connection that no longer answers', async () => {
  const opened = openServer({ keepaliveMs: 50, connectTimeoutMs: 500 })
  const first = await pidOf(opened)
  process.kill(first, 'SIGSTOP')
  await expect.poll(() => pidOf(opened).catch(() => first), { timeout: 20_000 }).not.toBe(first)
})
