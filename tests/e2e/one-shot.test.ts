import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, calls, hang, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSandbox, main, provider, type Sandbox } from './hermes.js'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

describe('without a provider', () => {
  test('counts the lines of a file with the offline stand-in', async () => {
    sandbox.write('README.md', 'one\ntwo\nthree\n')
    const { code, stdout } = await sandbox.run(['-z', 'how many lines has README.md'])
    expect(stdout).toMatch(/\b3 lines\b/)
    expect(code).toBe(0)
  })

  test('lists and reads files with real tools', async () => {
    sandbox.write('notes.txt', 'buy tea')
    expect((await sandbox.run(['-z', 'list the files here'])).stdout).toContain('notes.txt')
    expect((await sandbox.run(['-z', 'read notes.txt'])).stdout).toContain('buy tea')
    expect((await sandbox.run(['-z', 'run `echo $((6*7))`'])).stdout).toContain('42')
  })

  test('explains the stand-in and how to configure a model when it does not understand', async () => {
    const { stdout, stderr } = await sandbox.run(['-z', 'write me a poem about tea'])
    expect(stdout).toMatch(/not a language model/i)
    expect(stdout).toMatch(/OPENROUTER_API_KEY/)
    expect(stderr).toContain('hermes setup')
  })

  test.runIf(existsSync('/dev/full'))('reports that the answer could not be written to a full disk', () => {
    const env = { PATH: process.env.PATH, HERMES_HOME: sandbox.home, HOME: sandbox.home }
    const argv = [process.execPath, main, '-z', 'help']
    const options = { env, cwd: sandbox.workspace, encoding: 'utf8' } as const
    const { status, stderr } = spawnSync('sh', ['-c', '"$@" > /dev/full', 'sh', ...argv], options)
    expect(status).toBe(1)
    expect(stderr).toContain('hermes: The output could not be written: there is no space left')
    expect(stderr).not.toMatch(/^ +at /m)
  })

  test('remembers the conversation after a restart', async () => {
    await sandbox.run(['-z', 'remember that the kettle is blue'])
    const { stdout } = await sandbox.run(['-z', 'what did I say', '-c'])
    expect(stdout).toContain('the kettle is blue')
  })
})

describe('with a provider', () => {
  test('prints only the final text on standard output', async () => {
    sandbox.write('a.txt', 'hello')
    const script = [call('read_file', { path: 'a.txt' }, { text: 'Let me look.' }), text('It says hello.')]
    await using fake = await startFakeProvider({ script })
    const { code, stdout } = await sandbox.run([...provider(fake.baseUrl), '-z', 'what does a.txt say?'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'It says hello.\n' })
    expect(JSON.stringify(fake.requests[1]?.body)).toContain('hello')
  })

  test('appends piped input to the prompt', async () => {
    await using fake = await startFakeProvider({ script: text('ok') })
    await sandbox.run([...provider(fake.baseUrl), '-z', 'sum this up'], { stdin: 'a long letter' })
    await sandbox.run([...provider(fake.baseUrl), 'chat'], { stdin: 'only piped' })
    const asked = fake.requests.map(({ body }) => JSON.stringify(body.messages))
    expect(asked[0]).toMatch(/sum this up.*a long letter/)
    expect(asked[1]).toContain('only piped')
  })

  test('exits with code 3 for a truncated answer, and explains it on stderr', async () => {
    await using fake = await startFakeProvider({ script: text('and on ', { reason: 'length' }) })
    const { code, stdout, stderr } = await sandbox.run([...provider(fake.baseUrl), '-z', 'go on for ever'])
    expect(code).toBe(3)
    expect(stdout).toContain('and on')
    expect(stderr).toContain('model.max_tokens')
  })

  test('prints one event per line and the result last with --json', async () => {
    sandbox.write('a.txt', 'hello')
    await using fake = await startFakeProvider({ script: [call('read_file', { path: 'a.txt' }), text('done')] })
    const { stdout } = await sandbox.run([...provider(fake.baseUrl), '-z', 'go', '--json'])
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const types = lines.map((line) => line.type)
    expect(types).toEqual(expect.arrayContaining(['turn-start', 'tool-start', 'tool-end', 'text-delta', 'turn-end']))
    expect(new Set(lines.map((line) => line.v))).toEqual(new Set([1]))
    expect(JSON.stringify(lines.at(-1))).toContain('done')
  })

  test('keeps the output of a plugin out of the answer, and shows it on stderr', async () => {
    sandbox.writeHome(
      'noisy.mjs',
      `console.log('loaded')
const validate = () => ({ value: {} })
export default {
  kind: 'plugin', id: 'noisy', options: { '~standard': { version: 1, vendor: 'test', validate } },
  create: () => ({
    name: 'noisy',
    hooks: { pre_llm_call: () => void process.stdout.write('thinking'), post_llm_call: () => console.log('over') },
  }),
}
process.on('exit', () => console.log('exit'))
`,
    )
    sandbox.writeHome('config.yaml', 'plugins: [{ use: ./noisy.mjs }]\n')
    await using fake = await startFakeProvider({ script: text('done') })
    const run = (...args: readonly string[]) => sandbox.run([...provider(fake.baseUrl), ...args])
    for (const way of [
      ['-z', 'go'],
      ['-Q', '-q', 'go'],
      ['chat', '-q', 'go'],
    ]) {
      const { code, stdout, stderr } = await run(...way)
      expect({ way, code, stdout: stdout.trimEnd() }).toEqual({ way, code: 0, stdout: 'done' })
      for (const said of ['loaded', 'thinking', 'over', 'exit']) expect(stderr).toContain(said)
    }
    const { stdout } = await run('-z', 'go', '--json')
    const types = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).type)
    expect(types.at(-1)).toBe('result')
  })

  test('runs all calls of one answer', async () => {
    const script = [
      calls([call('write_file', { path: 'a', content: '1' }), call('write_file', { path: 'b', content: '2' })]),
      text('ok'),
    ]
    await using fake = await startFakeProvider({ script })
    await sandbox.run([...provider(fake.baseUrl), '-z', 'write both'])
    expect(['a', 'b'].map((name) => existsSync(join(sandbox.workspace, name)))).toEqual([true, true])
  })

  test('limits the tools to the toolsets of -t', async () => {
    await using fake = await startFakeProvider({ script: text('ok') })
    await sandbox.run([...provider(fake.baseUrl), '-z', 'go', '-t', 'todo'])
    expect(fake.requests[0]?.body.tools).toMatchObject([{ function: { name: 'todo' } }])
  })

  test('works in the folder of --in, and attaches the image of --image', async () => {
    mkdirSync(join(sandbox.workspace, 'inner'))
    sandbox.write('inner/a.png', Buffer.from('89504e470d0a1a0a00', 'hex'))
    await using fake = await startFakeProvider({ script: [call('terminal', { command: 'pwd' }), text('Done.')] })
    const { code } = await sandbox.run([...provider(fake.baseUrl), '-z', 'go', '--in', 'inner', '--image', 'a.png'])
    expect(code).toBe(0)
    expect(JSON.stringify(fake.requests[0]?.body.messages)).toContain('data:image/png;base64,iVBORw0KGgoA')
    expect(JSON.stringify(fake.requests[1]?.body.messages)).toContain(join(sandbox.workspace, 'inner'))
    for (const wrong of [
      ['--in', 'nowhere'],
      ['--image', 'inner'],
    ])
      expect(await sandbox.run([...provider(fake.baseUrl), '-z', 'go', ...wrong])).toMatchObject({ code: 2 })
  })

  test('writes the usage of a run that succeeded, and of one that failed', async () => {
    await using fake = await startFakeProvider({ script: [text('Done.')] })
    const usage = async (more: readonly string[] = []) => {
      await sandbox.run([...provider(fake.baseUrl), '-z', 'go', '--usage-file', 'usage.json', ...more])
      return JSON.parse(readFileSync(join(sandbox.workspace, 'usage.json'), 'utf8'))
    }
    expect(await usage()).toMatchObject({
      status: 'completed',
      completed: true,
      failed: false,
      api_calls: 1,
      model: 'fake-model',
      session_id: expect.any(String),
    })
    expect(await usage(['-r', 'nowhere'])).toMatchObject({ status: 'failed', completed: false, failed: true })
  })

  test('does not ask if the file for the usage cannot be written', async () => {
    await using fake = await startFakeProvider({ script: [text('Done.')] })
    const words = [...provider(fake.baseUrl), '-z', 'go', '--usage-file', 'nowhere/usage.json']
    const { code, stderr } = await sandbox.run(words)
    expect([code, fake.requests]).toEqual([2, []])
    expect(stderr).toContain(`${join(sandbox.workspace, 'nowhere/usage.json')} cannot be written (ENOENT). Name a file`)
  })

  test('ends the turn with a summary at --max-turns', async () => {
    await using fake = await startFakeProvider({
      script: (body) => (Array.isArray(body.tools) && body.tools.length ? call('todo', {}) : text('Summed up.')),
    })
    const { stdout } = await sandbox.run([...provider(fake.baseUrl), '-z', 'go', '--max-turns', '2'])
    expect(stdout).toBe('Summed up.\n')
  })

  test('exits with code 130 on SIGINT and closes the connection', async () => {
    await using fake = await startFakeProvider({ script: hang(text('half an answer')) })
    const running = sandbox.start([...provider(fake.baseUrl), '-z', 'go'])
    const request = await fake.request(1)
    running.process.kill('SIGINT')
    expect((await running.ended).code).toBe(130)
    expect(await request.ended).toBe('left')
  })
})

describe('a command of the agent', () => {
  test('does not run when it is dangerous and no one can be asked', async () => {
    sandbox.write('keep.txt', 'x')
    const script = [call('terminal', { command: 'rm -rf .' }), text('It was refused.')]
    await using fake = await startFakeProvider({ script })
    await sandbox.run([...provider(fake.baseUrl), '-z', 'clean up'])
    expect(existsSync(join(sandbox.workspace, 'keep.txt'))).toBe(true)
    expect(JSON.stringify(fake.requests[1]?.body)).toMatch(/approv|denied|asked/i)
  })

  test.each([['-z'], ['-Q', '-q'], ['--json', '-q'], ['-q']])(
    'is reported on stderr when it was denied with %s',
    async (...flags) => {
      sandbox.write('old.txt', 'x')
      const script = [call('terminal', { command: 'rm -rf ./old.txt' }), text('It was refused.')]
      await using fake = await startFakeProvider({ script })
      const { stderr } = await sandbox.run([...provider(fake.baseUrl), ...flags, 'clean up'])
      expect(stderr.match(/no one could be asked: terminal in \S+: rm -rf \.\/old\.txt/g)).toHaveLength(1)
      const [asked] = JSON.parse((await sandbox.run(['questions', 'list', '--all', '--json'])).stdout)
      expect(asked).toMatchObject({ state: 'expired', answer: { decision: 'deny' } })
      expect(existsSync(join(sandbox.workspace, 'old.txt'))).toBe(true)
    },
  )

  test('runs with --yolo unless it is irreversible', async () => {
    sandbox.write('gone.txt', 'x')
    const script = [
      call('terminal', { command: 'rm -rf ./gone.txt' }),
      call('terminal', { command: 'mkfs.ext4 /dev/sda1' }),
      text('ok'),
    ]
    await using fake = await startFakeProvider({ script })
    await sandbox.run([...provider(fake.baseUrl), '-z', 'go', '--yolo'])
    expect(existsSync(join(sandbox.workspace, 'gone.txt'))).toBe(false)
    expect(JSON.stringify(fake.requests[2]?.body)).toMatch(/refused|never/i)
  })

  test('is ended by its time limit', async () => {
    const script = [call('terminal', { command: 'sleep 600', timeout: 1 }), text('ok')]
    await using fake = await startFakeProvider({ script })
    const { code } = await sandbox.run([...provider(fake.baseUrl), '-z', 'go'])
    expect(code).toBe(0)
    expect(JSON.stringify(fake.requests[1]?.body)).toContain('124')
  })

  test("does not see the agent's keys", async () => {
    const script = [call('terminal', { command: 'env' }), text('ok')]
    await using fake = await startFakeProvider({ script })
    await sandbox.run([...provider(fake.baseUrl), '-z', 'go'], { env: { OPENAI_API_KEY: 'sk-canary-0123456789' } })
    expect(JSON.stringify(fake.requests[1]?.body)).not.toContain('canary')
  })
})
