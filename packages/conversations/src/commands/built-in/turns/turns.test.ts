import { describe, expect, it } from 'vitest'
import { idle, owner } from '../../testing/command-context.js'
import { agent, setUp, storeWith, user } from '../../testing/set-up-commands.js'

describe('/undo and /retry', () => {
  const said = [user('One?'), agent('One.'), user('Two?'), agent('Two.')]

  it('take back the last exchange without losing the record, and keep prompt and prefix', async () => {
    const store = await storeWith(said)
    const { run } = setUp({ store })
    expect(await run('/undo')).toEqual({
      type: 'text',
      text: 'The last exchange was taken back, from "Two?" on. 2 messages are left; changed files stay as they are.',
    })
    const [continuation] = await store.sessions.find({ parentSessionId: 'session-1' })
    const record = await store.sessions.get(continuation?.id ?? '')
    expect(record).toMatchObject({ link: 'compression', systemPrompt: 'You help.', model: 'usual' })
    expect(record?.notes).toEqual({ tools: [], rewound: 1 })
    expect((await store.messages.load(record?.id ?? '')).map(({ message }) => message)).toEqual(said.slice(0, 2))
    expect(await store.messages.load('session-1')).toHaveLength(4)
  })

  it('continue from the end of the previous exchange', async () => {
    const { run } = setUp({ store: await storeWith(said) })
    await run('/undo')
    expect(await run('/undo')).toMatchObject({ text: expect.stringContaining('"One?"') })
    expect(await run('/undo')).toMatchObject({
      type: 'error',
      text: 'Nothing was taken back: there is no exchange in this conversation.',
    })
  })

  it('take back several exchanges, at most all of them', async () => {
    const { run } = setUp({ store: await storeWith(said) })
    expect(await run('/undo 3')).toMatchObject({ type: 'error', text: expect.stringContaining('2 exchanges') })
    expect(await run('/undo 2')).toMatchObject({ text: expect.stringContaining('0 messages are left') })
    expect(await run('/undo none')).toMatchObject({ type: 'error' })
  })

  it('submit the last message again', async () => {
    const store = await storeWith(said)
    expect(await setUp({ store }).run('/retry')).toEqual({ type: 'message', content: 'Two?' })
  })

  it('do not treat the summary of a compression as an exchange', async () => {
    const store = await storeWith([user('Old.'), agent('Old.')])
    await store.sessions.split('session-1', {
      id: 'session-2',
      atMs: 5,
      notes: {
        compression: { trigger: 'request', tokensBefore: 9, tokensAfter: 1, durationMs: 1, summary: 'They "spoke".' },
      },
      messages: [user('Summary: They "spoke".'), agent('Noted.')].map((message) => ({ message, timestampMs: 5 })),
    })
    expect(await setUp({ store }).run('/undo')).toMatchObject({ type: 'error' })
  })

  it('wait for a turn of another process', async () => {
    const store = await storeWith(said)
    const claim = await store.claims?.acquire('turn session-1', { signal: new AbortController().signal })
    const undone = setUp({ store }).run('/undo')
    await claim?.[Symbol.asyncDispose]()
    expect(await undone).toMatchObject({ type: 'text' })
    expect(await store.sessions.get('session-1')).toHaveProperty('endReason')
  })
})

describe('messages during a turn', () => {
  it('are queued, or steer the turn', async () => {
    const { run, context } = setUp()
    expect(await run('/queue and the tests')).toEqual({ type: 'message', content: 'and the tests', whenBusy: 'queue' })
    expect(await run('/steer the tests first')).toEqual({
      type: 'message',
      content: 'the tests first',
      whenBusy: 'steer',
    })
    context.conversation.state = { ...idle, queued: [{ id: '1', content: 'and the tests', by: owner, atMs: 7 }] }
    expect(await run('/queue')).toMatchObject({ rows: [{ position: 1, atMs: 7, by: 'local', text: 'and the tests' }] })
  })

  it('end with /stop, like background work', async () => {
    const { run, context } = setUp({ services: { stopProcesses: async () => 2 } })
    context.conversation.state = { ...idle, activity: 'running', turn: { id: 't', startedAtMs: 1, by: owner } }
    expect(await run('/stop')).toEqual({ type: 'text', text: 'The turn was ended. 2 background processes were ended.' })
    expect(context.conversation.interrupts).toHaveLength(1)
  })

  it.each([
    [{ ended: 0, left: 0 }, 'Nothing runs.'],
    [
      { ended: 2, left: 1 },
      '2 background sessions were ended. 1 background session runs in another gateway, and goes on.',
    ],
    [{ ended: 0, left: 2 }, '2 background sessions run in another gateway, and go on.'],
  ])('/stop reports the outcome of background sessions: %j', async (stopped, told) => {
    const { run } = setUp({ services: { stopAsides: async () => stopped } })
    expect(await run('/stop')).toEqual({ type: 'text', text: told })
  })
})

describe('files', () => {
  it('/save writes a whole lineage', async () => {
    const written: string[] = []
    const store = await storeWith([user('One?'), agent('One.'), user('Two?')])
    const { run } = setUp({
      store,
      services: { writeFile: async (name, text) => `/tmp/${name}${written.push(text) > 1 ? 'x' : ''}` },
    })
    await run('/undo')
    expect(await run('/save')).toEqual({ type: 'text', text: 'Saved: /tmp/session-1.jsonl' })
    expect(written[0]?.trim().split('\n')).toHaveLength(2)
    expect(await run('/save pdf')).toMatchObject({ type: 'error' })
  })

  it('/rollback lists, compares and restores', async () => {
    const restored: string[] = []
    const checkpoints = () => ({
      list: async () => [
        { id: 'b', takenAtMs: 2, reason: 'write_file' },
        { id: 'a', takenAtMs: 1, reason: 'terminal' },
      ],
      diff: async (id: string, path?: string) => `diff of ${id} ${path ?? ''}`,
      async restore(id: string) {
        restored.push(id)
        return { written: ['x.ts'], removed: [] }
      },
    })
    const { run } = setUp({ services: { checkpoints, gitDiff: async () => '' } })
    expect(await run('/rollback')).toMatchObject({ rows: [{ number: 1 }, { number: 2 }] })
    expect(await run('/rollback diff 2 src')).toEqual({ type: 'diff', diff: 'diff of a src', title: 'terminal' })
    expect(await run('/rollback 1')).toMatchObject({ rows: [{ what: 'restored', path: 'x.ts' }] })
    expect(restored).toEqual(['b'])
    expect(await run('/rollback 7')).toMatchObject({ type: 'error' })
    expect(await run('/diff session')).toEqual({ type: 'diff', diff: 'diff of a ' })
  })

  it.each([
    ['/diff', { scope: 'unstaged', isSummary: false }],
    ['/diff staged --stat', { scope: 'staged', isSummary: true }],
    ['/diff all src/a b.ts', { scope: 'all', isSummary: false, path: 'src/a b.ts' }],
    ['/diff src', { scope: 'unstaged', isSummary: false, path: 'src' }],
  ])('%s runs Git with %j', async (line, expected) => {
    const asked: unknown[] = []
    const gitDiff = async (request: unknown) => {
      asked.push(request)
      return 'diff --git a/x b/x\n'
    }
    expect((await setUp({ services: { gitDiff } }).run(line)).type).toBe(expected.isSummary ? 'text' : 'diff')
    expect(asked).toEqual([expected])
  })
})

describe('/busy', () => {
  it('shows and sets the busy mode', async () => {
    const { run, context } = setUp()
    expect(await run('/busy steer')).toMatchObject({ type: 'text' })
    expect(context.conversation.state.busyMode).toBe('steer')
    expect(await run('/busy')).toMatchObject({
      type: 'choice',
      options: [{ label: 'queue' }, { label: 'steer', isCurrent: true }, { label: 'interrupt' }],
    })
    expect(await run('/busy never')).toMatchObject({ type: 'error' })
  })
})
