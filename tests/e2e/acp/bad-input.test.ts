import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createSandbox } from '../hermes.js'
import { configFor, startEditor } from './test-editor.js'

test('reads messages that arrive one byte at a time', async () => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({ script: [text('Grüße 👋.')] })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  const cut = (data: Buffer) => Array.from(data, (byte) => Buffer.of(byte))
  await using editor = await startEditor({ sandbox, cut })
  const session = await editor.newSession()
  expect(await editor.prompt(session, 'schöne 👋')).toBe('end_turn')
  expect(editor.said()).toBe('Grüße 👋.')
  expect(JSON.stringify((await fake.request(1)).body.messages)).toContain('schöne 👋')
})

test('answers lines that are not requests with errors, and continues', async () => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({ script: [text('Hi.')] })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  await using editor = await startEditor({ sandbox })
  const raw: unknown[] = []
  editor.process.stdout.on('data', (chunk: Buffer) =>
    raw.push(
      ...chunk
        .toString('utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    ),
  )
  const lines = ['{"jsonrpc": "2.0", "id"', '[]', '42', '{"jsonrpc":"2.0","id":"a","method":"no/such"}']
  for (const line of lines) editor.process.stdin.write(`${line}\n`)
  const errors = [
    { id: null, error: { code: -32700 } },
    { id: null, error: { code: -32600 } },
    { id: null, error: { code: -32600 } },
    { id: 'a', error: { code: -32601 } },
  ]
  await expect.poll(() => raw).toMatchObject(errors)
  // The checked client did not send these requests.
  editor.frames.problems.splice(0)
  expect(await editor.prompt(await editor.newSession(), 'hello')).toBe('end_turn')
})

test('answers both requests that have the same id', async () => {
  using sandbox = createSandbox()
  sandbox.writeHome('config.yaml', configFor('http://127.0.0.1:9'))
  await using editor = await startEditor({ sandbox })
  const answers: string[] = []
  editor.process.stdout.on('data', (chunk: Buffer) => {
    answers.push(
      ...chunk
        .toString('utf8')
        .split('\n')
        .filter((line) => line.includes('"twice"')),
    )
  })
  const request = '{"jsonrpc":"2.0","id":"twice","method":"session/list","params":{}}\n'
  editor.process.stdin.write(request + request)
  await expect.poll(() => answers).toHaveLength(2)
  editor.frames.problems.splice(0)
})

test('runs and stores a turn for an editor that does not read, and stops when asked to', async () => {
  using sandbox = createSandbox()
  const output = 'y'.repeat(2_000)
  const calls = Array.from({ length: 60 }, (_, index) => call('terminal', { command: `echo ${index}${output}` }))
  await using fake = await startFakeProvider({ script: [...calls, text('All done.')] })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  const editor = await startEditor({ sandbox })
  const session = await editor.newSession()
  editor.process.stdout.unpipe()
  editor.process.stdout.pause()
  editor.prompt(session, 'go').catch(() => undefined)
  await fake.request(61)
  const stored = () => sandbox.run(['sessions', 'export', session])
  await expect.poll(async () => (await stored()).stdout).toContain('All done.')
  editor.process.kill('SIGTERM')
  expect(await once(editor.process, 'exit')).toEqual([143, null])
})

test('denies a call when the editor disconnects instead of answering', async () => {
  using sandbox = createSandbox()
  sandbox.write('kept.txt', 'kept')
  await using fake = await startFakeProvider({
    script: [call('write_file', { path: 'kept.txt', content: 'lost' }), text('Denied.')],
  })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  const editor = await startEditor({ sandbox, answer: () => undefined })
  const session = await editor.newSession()
  editor.prompt(session, 'write').catch(() => undefined)
  await expect.poll(() => editor.permissions).toHaveLength(1)
  editor.process.stdin.destroy()
  await once(editor.process, 'exit')
  const { stdout } = await sandbox.run(['questions', 'list', '--all', '--json'])
  expect(JSON.parse(stdout)).toMatchObject([{ state: expect.stringMatching(/expired|withdrawn/) }])
  const { stdout: kept } = await sandbox.run(['sessions', 'export', session])
  expect(kept).not.toContain('Replaced kept.txt')
})

test('writes nothing but messages to stdout', async () => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({ script: [call('noisy', {}), text('Done.')] })
  writeFileSync(
    join(sandbox.home, 'noisy.mjs'),
    `console.log('at import')
    process.stdout.write('direct\\n')
    const anything = { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } }
    export default {
      kind: 'plugin',
      id: 'noisy',
      options: anything,
      create: () => {
        console.info('at creation')
        console.table([{ a: 1 }])
        return {
          name: 'noisy',
          tools: [{
            name: 'noisy', description: 'Makes noise.', toolset: 'noisy', effect: 'read', concurrency: 'safe',
            parameters: { type: 'object', properties: {} },
            run: async () => { console.log('in a tool'); console.dir({ b: 2 }); return 'quiet' },
          }],
          hooks: { pre_llm_call: () => { console.debug('in a hook') } },
        }
      },
    }`,
  )
  sandbox.writeHome(
    'config.yaml',
    configFor(fake.baseUrl, { plugins: [{ use: './noisy.mjs' }], toolsets: ['all', 'noisy'] }),
  )
  await using editor = await startEditor({ sandbox })
  const session = await editor.newSession()
  expect(await editor.prompt(session, 'go')).toBe('end_turn')
  expect(editor.frames.problems).toEqual([])
  for (const text of ['at import', 'direct', 'at creation', 'in a tool', 'in a hook'])
    expect(editor.stderr()).toContain(text)
})
