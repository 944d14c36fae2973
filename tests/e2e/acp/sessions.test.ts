import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createSandbox } from '../hermes.js'
import { configFor, startEditor } from './test-editor.js'

test('loads a session that began in the terminal, with its calls, before it answers', async () => {
  using sandbox = createSandbox()
  sandbox.write('note.txt', 'a note\n')
  await using fake = await startFakeProvider({
    script: [call('read_file', { path: 'note.txt' }), text('It is a note.'), text('Still the note.')],
  })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  expect((await sandbox.run(['-z', 'read it'])).code).toBe(0)
  await using editor = await startEditor({ sandbox })
  const { sessions } = await editor.agent.request('session/list', { cwd: sandbox.workspace })
  const [listed] = sessions
  const sessionId = listed?.sessionId ?? ''
  const place = { sessionId, cwd: sandbox.workspace, mcpServers: [] }
  const loaded = await editor.agent.request('session/load', place)
  expect(loaded).toMatchObject({ modes: { currentModeId: 'default' } })
  expect(editor.updates.map(({ update }) => update.sessionUpdate).slice(0, 4)).toEqual([
    'user_message_chunk',
    'tool_call',
    'tool_call_update',
    'agent_message_chunk',
  ])
  expect(editor.of('tool_call')).toMatchObject([
    { kind: 'read', locations: [{ path: join(sandbox.workspace, 'note.txt') }] },
  ])
  expect(JSON.stringify(editor.of('tool_call_update'))).toContain('a note')
  expect(await editor.prompt(sessionId, 'and now?')).toBe('end_turn')
  expect(editor.said()).toBe('It is a note.Still the note.')
})

test('loads a failed call as failed', async () => {
  using sandbox = createSandbox()
  sandbox.write('note.txt', 'a note\n')
  await using fake = await startFakeProvider({
    script: [
      call('read_file', { path: 'note.txt' }),
      call('read_file', { path: 'missing.txt' }),
      text('There is one note.'),
    ],
  })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  expect((await sandbox.run(['-z', 'read both'])).code).toBe(0)
  await using editor = await startEditor({ sandbox })
  const { sessions } = await editor.agent.request('session/list', { cwd: sandbox.workspace })
  const sessionId = sessions[0]?.sessionId ?? ''
  await editor.agent.request('session/load', { sessionId, cwd: sandbox.workspace, mcpServers: [] })
  expect(editor.of('tool_call_update')).toMatchObject([{ status: 'completed' }, { status: 'failed' }])
})

test('lists by folder, and returns empty pages for unknown cursors', async () => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({ script: () => text('Hi.') })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  await using editor = await startEditor({ sandbox })
  const session = await editor.newSession()
  expect((await editor.agent.request('session/list', {})).sessions).toEqual([])
  await editor.prompt(session, 'hello')
  expect((await editor.agent.request('session/list', {})).sessions).toMatchObject([
    { sessionId: session, cwd: sandbox.workspace },
  ])
  expect((await editor.agent.request('session/list', { cwd: '/nowhere' })).sessions).toEqual([])
  expect(await editor.agent.request('session/list', { cursor: 'unknown' })).toEqual({ sessions: [] })
})

test('works in two folders at once', async () => {
  using sandbox = createSandbox()
  const folders = ['one', 'two'].map((name) => join(sandbox.workspace, name))
  for (const folder of folders) mkdirSync(folder)
  await using fake = await startFakeProvider({
    script: (body) => {
      const messages = JSON.stringify(body.messages)
      if (messages.includes('"role":"tool"')) return text('Done.')
      return call('terminal', { command: 'pwd > where; sleep 0.2' })
    },
  })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  await using editor = await startEditor({ sandbox })
  const sessions = await Promise.all(folders.map((folder) => editor.newSession(folder)))
  const ends = await Promise.all(sessions.map((session) => editor.prompt(session, 'where?')))
  expect(ends).toEqual(['end_turn', 'end_turn'])
  for (const [index, folder] of folders.entries()) {
    expect(existsSync(join(folder, 'where'))).toBe(true)
    expect(editor.said(sessions[index])).toBe('Done.')
  }
})

test('continues in a copy, closes a session, and rejects unknown ones', async () => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({ script: [text('One.'), text('Two.')] })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  await using editor = await startEditor({ sandbox })
  const { agent } = editor
  const session = await editor.newSession()
  await editor.prompt(session, 'first')
  const forked = await agent.request('session/fork', { sessionId: session, cwd: sandbox.workspace })
  expect(forked.sessionId).not.toBe(session)
  expect(await editor.prompt(forked.sessionId, 'second')).toBe('end_turn')
  expect(JSON.stringify((await fake.request(2)).body.messages)).toContain('One.')
  await agent.request('session/close', { sessionId: session })
  await expect(editor.prompt(session, 'gone')).rejects.toMatchObject({ code: -32002 })
  const unknown = { sessionId: 'nothing', cwd: sandbox.workspace, mcpServers: [] }
  await expect(agent.request('session/load', unknown)).rejects.toMatchObject({ code: -32002 })
})

test('loads a session whose process was killed during a turn', async () => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({
    script: [call('terminal', { command: 'touch begun; sleep 300' }), text('Going on.')],
  })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  const dying = await startEditor({ sandbox })
  const sessionId = await dying.newSession()
  dying.prompt(sessionId, 'run it').catch(() => undefined)
  await expect.poll(() => existsSync(join(sandbox.workspace, 'begun'))).toBe(true)
  dying.process.kill('SIGKILL')
  await dying[Symbol.asyncDispose]()

  await using editor = await startEditor({ sandbox })
  await editor.agent.request('session/load', { sessionId, cwd: sandbox.workspace, mcpServers: [] })
  expect(editor.of('user_message_chunk')).toMatchObject([{ content: { text: 'run it' } }])
  expect(editor.of('tool_call')).toHaveLength(1)
  expect(await editor.prompt(sessionId, 'go on')).toBe('end_turn')
  expect(editor.said()).toBe('Going on.')
})

test.each(['session/new', 'session/load'] as const)('rejects a folder that is not absolute in %s', async (method) => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({ script: [] })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  await using editor = await startEditor({ sandbox })
  const opened = editor.agent.request(method, { sessionId: 's', cwd: '.', mcpServers: [] })
  await expect(opened).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('absolute path') })
})

test('shows images and embedded files to the model, and links by their path', async () => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({ script: [text('Seen.')] })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  writeFileSync(join(sandbox.workspace, 'linked.ts'), 'export {}')
  await using editor = await startEditor({ sandbox })
  const sessionId = await editor.newSession()
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await editor.agent.request('session/prompt', {
    sessionId,
    prompt: [
      { type: 'text', text: 'Compare ' },
      { type: 'resource_link', name: 'linked.ts', uri: `file://${join(sandbox.workspace, 'linked.ts')}` },
      { type: 'resource', resource: { uri: 'file:///src/inner.ts', text: 'const inner = 1' } },
      { type: 'image', mimeType: 'image/png', data: png },
    ],
  })
  const sent = JSON.stringify((await fake.request(1)).body.messages)
  expect(sent).toContain(`[@linked.ts](${join(sandbox.workspace, 'linked.ts')})`)
  expect(sent).toContain('const inner = 1')
  expect(sent).toContain(`data:image/png;base64,${png}`)
})
