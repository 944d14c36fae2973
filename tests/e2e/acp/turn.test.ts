import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createSandbox } from '../hermes.js'
import { configFor, startEditor } from './test-editor.js'

test('streams a turn, announces commands, and keeps the session for the terminal', async () => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({ script: [text('Hello from Hermes.'), text('In the terminal.')] })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  await using editor = await startEditor({ sandbox })
  const session = await editor.newSession()
  expect(await editor.prompt(session, 'hello')).toBe('end_turn')
  expect(editor.said(session)).toBe('Hello from Hermes.')
  const [commands] = editor.of('available_commands_update', session)
  expect(commands?.availableCommands.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['help', 'model', 'compress', 'steer', 'queue', 'tools', 'context', 'version']),
  )
  const resumed = await sandbox.run(['-r', session, '-z', 'and now'])
  expect(resumed).toMatchObject({ code: 0, stdout: 'In the terminal.\n' })
  expect(JSON.stringify((await fake.request(2)).body.messages)).toContain('Hello from Hermes.')
})

test('asks about edits with their diffs, shows the changes, and continues in the terminal', async () => {
  using sandbox = createSandbox()
  sandbox.write('a.txt', 'one\ntwo\nthree\n')
  const edit = (to: string) => call('patch', { path: 'a.txt', old_string: 'two', new_string: to })
  await using fake = await startFakeProvider({
    script: [
      edit('denied'),
      call('write_file', { path: 'b.txt', content: 'new\n' }),
      call('patch', { path: 'a.txt', old_string: 'three', new_string: '3' }),
      text('Done.'),
      text('Two files.'),
    ],
  })
  const answers = ['deny', 'session']
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  await using editor = await startEditor({
    sandbox,
    answer: () => answers.shift(),
  })
  const session = await editor.newSession()
  expect(await editor.prompt(session, 'edit')).toBe('end_turn')
  const path = join(sandbox.workspace, 'a.txt')
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n3\n')
  expect(editor.permissions).toHaveLength(2)
  expect(editor.permissions[0]).toMatchObject({
    toolCall: { kind: 'edit', title: expect.stringContaining('patch') },
    options: [{ kind: 'allow_once' }, { kind: 'allow_always' }, { kind: 'reject_once' }],
  })
  expect(editor.permissions[0]?.toolCall.content).toContainEqual({
    type: 'diff',
    path,
    oldText: 'one\ntwo\nthree\n',
    newText: 'one\ndenied\nthree\n',
  })
  expect(editor.permissions[1]?.toolCall.content).toContainEqual({
    type: 'diff',
    path: join(sandbox.workspace, 'b.txt'),
    oldText: null,
    newText: 'new\n',
  })
  const ends = editor
    .of('tool_call_update', session)
    .filter(({ status }) => status === 'completed' || status === 'failed')
  expect(ends.map(({ status }) => status)).toEqual(['failed', 'completed', 'completed'])
  expect(ends[2]?.content).toEqual([{ type: 'diff', path, oldText: 'one\ntwo\nthree\n', newText: 'one\ntwo\n3\n' }])
  expect(JSON.stringify((await fake.request(2)).body.messages)).toContain('did not allow it')
  const resumed = await sandbox.run(['-r', session, '-z', 'what did you change?'])
  expect(resumed).toMatchObject({ code: 0, stdout: 'Two files.\n' })
  const told = JSON.stringify((await fake.request(5)).body.messages)
  for (const part of ['did not allow it', 'b.txt', 'what did you change?']) expect(told).toContain(part)
})

test('interrupts a running command when the prompt is canceled', async () => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({
    script: [call('terminal', { command: 'echo begun; touch begun; sleep 300; touch ended' })],
  })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  await using editor = await startEditor({ sandbox })
  const session = await editor.newSession()
  const prompted = editor.prompt(session, 'run')
  await expect.poll(() => existsSync(join(sandbox.workspace, 'begun'))).toBe(true)
  await expect.poll(() => JSON.stringify(editor.of('tool_call_update', session))).toContain('begun')
  await editor.agent.notify('session/cancel', { sessionId: session })
  expect(await prompted).toBe('cancelled')
  expect(existsSync(join(sandbox.workspace, 'ended'))).toBe(false)
  expect(editor.of('tool_call', session)).toMatchObject([{ kind: 'execute', name: 'terminal' }])
})

test('runs the second prompt after the first, passes a steer to the running turn, and cancels both', async () => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({
    script: [
      call('terminal', { command: 'touch begun; while [ ! -e go ]; do sleep 0.05; done' }),
      text('First.'),
      text('Second.'),
    ],
  })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  await using editor = await startEditor({ sandbox })
  const session = await editor.newSession()
  const first = editor.prompt(session, 'one')
  await expect.poll(() => existsSync(join(sandbox.workspace, 'begun'))).toBe(true)
  const second = editor.prompt(session, 'two')
  const steered = editor.prompt(session, '/steer look at the tests')
  sandbox.write('go', '')
  expect(await Promise.all([first, second, steered])).toEqual(['end_turn', 'end_turn', 'end_turn'])
  expect(editor.said(session)).toBe('First.Second.')
  expect(JSON.stringify((await fake.request(2)).body.messages)).toContain('look at the tests')
})

test('shows a plan, a command of the table, and the usage', async () => {
  using sandbox = createSandbox()
  const todos = [
    { id: 'a', content: 'Read', status: 'completed' },
    { id: 'b', content: 'Write', status: 'in_progress' },
  ]
  await using fake = await startFakeProvider({ script: [call('todo', { todos }), text('Planned.')] })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  await using editor = await startEditor({ sandbox })
  const session = await editor.newSession()
  expect(await editor.prompt(session, 'plan')).toBe('end_turn')
  expect(editor.of('plan', session).at(-1)?.entries).toEqual([
    { content: 'Read', status: 'completed', priority: 'medium' },
    { content: 'Write', status: 'in_progress', priority: 'medium' },
  ])
  expect(editor.of('usage_update', session).at(-1)).toMatchObject({ size: 100_000, used: expect.any(Number) })
  expect(await editor.prompt(session, '/status')).toBe('end_turn')
  expect(editor.said(session)).toContain('| Model | fake-model (custom) |')
  expect(fake.requests).toHaveLength(2)
})

test('changes the mode and the model of the conversation', async () => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({
    script: [call('write_file', { path: 'a.txt', content: 'a' }), text('Done.')],
  })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  await using editor = await startEditor({ sandbox })
  const { agent } = editor
  const opened = await agent.request('session/new', { cwd: sandbox.workspace, mcpServers: [] })
  const { sessionId } = opened
  expect(opened.modes?.currentModeId).toBe('default')
  expect(opened.configOptions?.map(({ id }) => id)).toEqual(['model', 'reasoning'])
  await agent.request('session/set_mode', { sessionId, modeId: 'accept_edits' })
  const changed = await agent.request('session/set_config_option', {
    sessionId,
    configId: 'model',
    value: 'custom:other',
  })
  expect(changed.configOptions[0]).toMatchObject({ id: 'model', currentValue: 'custom:other' })
  expect(await editor.prompt(sessionId, 'write')).toBe('end_turn')
  expect(editor.permissions).toEqual([])
  expect(readFileSync(join(sandbox.workspace, 'a.txt'), 'utf8')).toBe('a')
  expect((await fake.request(1)).body.model).toBe('other')
  await expect(agent.request('session/set_mode', { sessionId, modeId: 'wild' })).rejects.toMatchObject({ code: -32602 })
})
