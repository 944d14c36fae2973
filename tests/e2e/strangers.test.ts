import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { call, startFakeProvider, text } from '@hermes/testkit'
import OpenAI from 'openai'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { probeSandbox } from '../../packages/environments/src/sandbox/index.js'
import { createSandbox, type Hermes, main, type Sandbox } from './hermes.js'
import { openTerminal } from './terminal.js'

const key = 'made-up-gateway-key'
const probed = await probeSandbox()
const title = probed.status === 'available' ? 'two people at one gateway' : `skipped: ${probed.reason}`

describe.skipIf(probed.status === 'unavailable')(title, { timeout: 120_000 }, () => {
  let sandbox: Sandbox
  let provider: Awaited<ReturnType<typeof startFakeProvider>>
  let gateway: Hermes
  let client: OpenAI
  beforeEach(async () => {
    sandbox = createSandbox()
    // The agent makes the call that the user asks for, and answers with its result.
    provider = await startFakeProvider({
      script: (body) => {
        const last = (body.messages as { role: string; content: string }[]).at(-1)
        if (last?.role !== 'user') return text(String(last?.content))
        const { tool, ...args } = JSON.parse(last.content)
        return call(tool, args)
      },
    })
    sandbox.writeHome('config.yaml', `model:\n  provider: custom\n  base_url: ${provider.baseUrl}\n  default: m\n`)
    gateway = sandbox.start(['gateway', 'run', '--port', '0'], { env: { API_SERVER_KEY: key } })
    const [, url = ''] = await gateway.prints(/(http:\/\/127\.0\.0\.1:\d+)/)
    client = new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })
  })
  afterEach(async () => {
    gateway.process.kill('SIGKILL')
    await gateway.ended
    await provider.close()
    sandbox[Symbol.dispose]()
  })

  /** Asks as a user. Each person has one session, named after them. */
  async function as(user: string, asked: object | string, session = user): Promise<string> {
    const content = typeof asked === 'string' ? asked : JSON.stringify(asked)
    const request = { model: 'hermes', user, messages: [{ role: 'user' as const, content }] }
    const headers = { 'X-Hermes-Session-Id': session, 'X-Hermes-Commands': 'true' }
    const completion = await client.chat.completions.create(request, { headers })
    return completion.choices[0]?.message.content ?? ''
  }
  const run = (user: string, command: string) => as(user, { tool: 'terminal', command })

  test('neither sees or ends the processes of the other', async () => {
    await as('ann', { tool: 'terminal', command: 'exec sleep 4567', background: true })
    const count = "cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -o 'sleep 456[7]' | wc -l"
    expect(JSON.parse(await run('ann', count)).output.trim()).toBe('1')
    expect(JSON.parse(await run('ben', count)).output.trim()).toBe('0')
    expect(await as('ben', { tool: 'process', action: 'list' })).not.toContain('4567')
    sandbox.write('all.sh', 'kill -9 -1')
    await run('ben', 'sh ./all.sh; true')
    expect(JSON.parse(await run('ann', count)).output.trim()).toBe('1')
  })

  test('neither reads the temporary files and the stored results of the other', async () => {
    const name = `/tmp/hermes-of-ann-${process.pid}`
    const printed = JSON.parse(await run('ann', `echo secret > ${name}; seq 1 30000`))
    expect(existsSync(name)).toBe(false)
    expect(JSON.parse(await run('ann', `cat ${name}`)).output).toContain('secret')
    expect(JSON.parse(await run('ben', `cat ${name} 2> /dev/null; ls -A /tmp /var/tmp`)).output).not.toMatch(
      /secret|of-ann/,
    )
    expect(existsSync(printed.full_output)).toBe(true)
    expect(await as('ann', { tool: 'read_file', path: printed.full_output })).toContain('100|100')
    const stolen = await run(
      'ben',
      `cat ${printed.full_output} 2> /dev/null; ls -A ${join(printed.full_output, '..')} 2> /dev/null; true`,
    )
    expect(JSON.parse(stolen).output).not.toMatch(/29999|output-/)
    const kept = join(sandbox.home, 'cache/sandbox/temporary')
    expect(statSync(kept).mode & 0o077).toBe(0)
    gateway.process.kill('SIGTERM')
    await gateway.ended
    expect(readdirSync(kept)).toEqual([])
  })

  test('neither reads what file tools find of the other', async () => {
    const { full_output: output } = JSON.parse(await run('ann', 'seq 1 30000'))
    const foreign = 'belongs to another conversation'
    expect(await as('ann', { tool: 'read_file', path: output })).toContain('100|100')
    expect(await as('ben', { tool: 'read_file', path: output })).toContain(foreign)
    expect(await as('ben', { tool: 'read_file', path: output }, 'ann.')).toContain(foreign)
    expect(await as('ben', { tool: 'search_files', pattern: '100', path: output })).toContain(foreign)
    expect(await as('ben', { tool: 'search_files', pattern: '100', path: dirname(output) })).toContain(foreign)
    expect(await as('ben', { tool: 'search_files', pattern: '29999', path: sandbox.home })).not.toContain('output-')
    const [branch = ''] = /\d{8}_\d{6}_\w+/.exec(await as('ann', '/branch')) ?? []
    expect(await as('ann', { tool: 'read_file', path: output }, branch)).toContain('100|100')
  })

  test('finds its temporary files with both commands and file tools', async () => {
    const shared = mkdtempSync(join(tmpdir(), 'hermes-shared-'))
    try {
      writeFileSync(join(shared, 'a.txt'), 'of somebody')
      expect(await as('ben', { tool: 'read_file', path: join(shared, 'a.txt') })).toContain('There is no file')
      expect(await as('ben', { tool: 'search_files', pattern: 'somebody', path: '/tmp' })).toContain('nothing found')
      const path = join(shared, 'b.txt')
      expect(await as('ann', { tool: 'write_file', path, content: 'written by a tool\n' })).toContain('Created')
      expect(readdirSync(shared)).toEqual(['a.txt'])
      const { output } = JSON.parse(
        await run('ann', `cat ${path}; echo by a command > /tmp/c.txt; ln -s /tmp/c.txt /tmp/link`),
      )
      expect(output).toContain('written by a tool')
      expect(await as('ann', { tool: 'read_file', path: '/tmp/link' })).toContain('by a command')
      expect(await as('ann', { tool: 'search_files', pattern: 'by a', path: '/tmp' })).toMatch(/c\.txt.*by a command/)
      const patch = { tool: 'patch', path: '/tmp/c.txt', old_string: 'by a command', new_string: 'patched' }
      await as('ann', patch)
      expect(JSON.parse(await run('ann', 'cat /tmp/c.txt')).output).toContain('patched')
      expect(await as('ben', { tool: 'read_file', path: '/tmp/c.txt' })).toContain('There is no file')
    } finally {
      rmSync(shared, { recursive: true })
    }
  })

  test('reaches nothing else through links in its temporary files', async () => {
    await run('ann', 'echo secret > /tmp/of-ann')
    const kept = join(sandbox.home, 'cache/sandbox/temporary')
    const own = readdirSync(kept, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('of-ann'))
    const foreign = join(realpathSync(kept), own[0] ?? '')
    // The gate would refuse the commands themselves.
    sandbox.write(
      'links.sh',
      `ln -s ${foreign} /tmp/foreign; ln -s ${sandbox.home}/config.yaml /tmp/settings; ln -s /tmp/a /tmp/b; ln -s /tmp/b /tmp/a`,
    )
    await run('ben', 'sh links.sh')
    for (const path of ['/tmp/foreign', foreign])
      expect(await as('ben', { tool: 'read_file', path })).toContain('belongs to another conversation')
    const before = readFileSync(join(sandbox.home, 'config.yaml'), 'utf8')
    await as('ben', { tool: 'write_file', path: '/tmp/settings', content: 'evil' })
    await as('ben', { tool: 'write_file', path: '/tmp/foreign', content: 'evil' })
    expect(readFileSync(join(sandbox.home, 'config.yaml'), 'utf8')).toBe(before)
    expect(readFileSync(foreign, 'utf8')).toBe('secret\n')
    expect(await as('ben', { tool: 'read_file', path: '/tmp/a' })).not.toContain('secret')
    for (const path of ['/tmp/../../../etc/shadow', '/tmp/x/../../y']) {
      expect(await as('ben', { tool: 'write_file', path, content: 'evil' })).not.toContain('Created')
      expect(await as('ben', { tool: 'read_file', path })).not.toContain('root:')
    }
  })

  test('neither answers a question, restores a checkpoint or opens a conversation of another', async () => {
    await as('ann', { tool: 'terminal', command: 'echo the blue teapot > teapot.txt' })
    const flags = ['--provider', 'custom', '--base-url', provider.baseUrl, '-m', 'm']
    const owner = openTerminal(sandbox, [process.execPath, main, ...flags])
    try {
      await owner.shows('❯')
      owner.type(`${JSON.stringify({ tool: 'terminal', command: 'rm -rf build' })}\r`)
      await owner.shows('Run it?')
      const open = async () => JSON.parse((await sandbox.run(['questions', 'list', '--json'])).stdout)
      const [{ id, root_session_id }] = await open()
      for (const command of ['/approve', '/approve all', '/deny'])
        expect(await as('ben', command)).toBe('Nothing is asked.')
      expect(await as('ben', `/approve ${id}`)).toContain('Try /approve')
      await expect(as('ben', '/approve', root_session_id)).rejects.toMatchObject({ status: 403 })
      expect(await open()).toMatchObject([{ id, state: 'open' }])
    } finally {
      owner.process.kill('SIGKILL')
    }
    const ofAdmins = ['/yolo', '/approvals off', '/approvals list', '/network on', '/insights', '/rollback 1', '/diff']
    for (const command of [...ofAdmins, '/config', '/config set approvals.mode off', '/profile'])
      await expect(as('ben', command)).rejects.toMatchObject({ status: 403 })
    expect(await as('ben', '/sessions')).not.toMatch(/\bann\b|teapot/)
    expect(await as('ben', '/resume ann')).not.toContain('teapot')
    await expect(as('ben', '/history', 'ann')).rejects.toMatchObject({ status: 403 })
  })

  test('neither finds, reads or continues the conversations of the other', async () => {
    await as('ann', { tool: 'terminal', command: 'echo the blue teapot' })
    const search = { tool: 'session_search', query: 'teapot' }
    expect(await as('ben', search)).toContain('Nothing was found')
    expect(await as('ben', { tool: 'session_search', session_id: 'ann' })).not.toContain('teapot')
    expect(await as('ann', search, 'ann-2')).toContain('blue teapot')
    await expect(as('ben', { tool: 'terminal', command: 'id' }, 'ann')).rejects.toMatchObject({ status: 403 })
  })

  test.skipIf(process.getuid?.() !== 0)('neither leaves a program that runs as root', async () => {
    // The gate would refuse the commands themselves.
    sandbox.write(
      'set-id.sh',
      'cp /bin/true mine; chmod 4755 mine; chmod u+s,g+s mine; install -m 4755 /bin/true other',
    )
    await run('ann', 'sh ./set-id.sh; true')
    for (const name of ['mine', 'other']
      .map((each) => join(sandbox.workspace, each))
      .filter((path) => existsSync(path)))
      expect({ name, special: statSync(name).mode & 0o6000 }).toEqual({ name, special: 0 })
    expect(existsSync(join(sandbox.workspace, 'mine'))).toBe(true)
  })
})
