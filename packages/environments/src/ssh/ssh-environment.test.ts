import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '@hermes/core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { finish, firstLines, isRunning, run, start } from '../../testing/commands.js'
import { runAgent } from '../../testing/run-agent.js'
import { type Sshd, startSshd, whyNoSshd } from '../../testing/sshd.js'
import { createSshEnvironment, type SshEnvironmentOptions } from './ssh-environment.js'

/** Command that starts two processes, one outside of the process group, and waits for them. */
const family = 'sleep 91 & echo $!; setsid sleep 92 & echo $!; echo $$; wait'
const familySize = 3

describe.skipIf(whyNoSshd)(`with a server on this machine${whyNoSshd && `, skipped: ${whyNoSshd}`}`, () => {
  let sshd: Sshd
  let folder: string
  let environment: Environment

  beforeAll(async () => {
    sshd = await startSshd()
  })
  afterAll(() => sshd[Symbol.asyncDispose]())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hermes-ssh-test-'))
    environment = await create()
  })
  afterEach(async () => {
    await environment[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  function create(options: Partial<SshEnvironmentOptions> = {}): Promise<Environment> {
    const { host, configFile } = sshd
    const variables = { ...process.env, TMPDIR: undefined }
    return createSshEnvironment({ host, configFile, workingDirectory: folder, variables, killGraceMs: 300, ...options })
  }

  async function expectGone(pids: readonly string[]): Promise<void> {
    const running = () => Promise.all(pids.map(isRunning))
    await expect.poll(running, { timeout: 20_000 }).toEqual(pids.map(() => false))
  }

  describe('all remote processes end', () => {
    test('when the environment is disposed', async () => {
      const pids = await firstLines(await start(environment, { command: family }), familySize)
      expect(await Promise.all(pids.map(isRunning))).toEqual(pids.map(() => true))
      await environment[Symbol.asyncDispose]()
      expect(await Promise.all(pids.map(isRunning))).toEqual(pids.map(() => false))
    })

    test('when the server is killed during a command, and the next command reconnects', async () => {
      const process = await start(environment, { command: family })
      const reading = finish(process)
      const other = await start(environment, { command: family })
      const pids = await firstLines(other, familySize)
      await sshd.kill()
      expect(await reading).toMatchObject({
        code: 255,
        stderr: expect.stringContaining('the connection to it is gone'),
      })
      expect(await other.exit).toEqual({ code: 255 })
      await expectGone(pids)
      await expect(start(environment, { command: 'true' })).rejects.toMatchObject({
        code: 'environment/unavailable',
        message: expect.stringContaining('No ssh server responds there'),
      })
      await sshd.restart()
      expect(await run(environment, { command: 'echo again' })).toMatchObject({ code: 0, stdout: 'again\n' })
      expect(await environment.files.stat('.')).toMatchObject({ kind: 'directory' })
    })

    test('when the agent is killed, and no local ssh process remains', async () => {
      const options = JSON.stringify({ host: sshd.host, configFile: sshd.configFile, workingDirectory: folder })
      const agent = await runAgent(
        `import { createSshEnvironment } from './ssh/index.ts'
        const environment = await createSshEnvironment({ ...${options}, variables: process.env })
        const child = await environment.spawn({ command: ${JSON.stringify(family)} }, { signal: new AbortController().signal })
        let text = ''
        for await (const { data } of child.output) {
          text += Buffer.from(data).toString()
          if (text.split('\\n').length > ${familySize}) console.log(text.trim().replaceAll('\\n', ' '))
        }`,
        { ...process.env, TMPDIR: folder },
      )
      const pids = agent.line.split(' ')
      expect(await Promise.all(pids.map(isRunning))).toEqual(pids.map(() => true))
      await agent.kill()
      await expectGone(pids)
      await expect.poll(() => localPrograms(folder), { timeout: 20_000 }).toEqual([])
    })
  })

  test('runs more concurrent commands than the server allows per connection', async () => {
    const all = Array.from({ length: 8 }, (_, index) => run(environment, { command: `sleep 1; echo ${index}` }))
    expect((await Promise.all(all)).map(({ stdout }) => stdout.trim())).toEqual(all.map((_, index) => `${index}`))
  })

  describe('variables', () => {
    test('of the agent stay on this machine, unless they are passed through', async () => {
      const variables = { ...process.env, SOME_API_KEY: 'sk-canary', GH_TOKEN: 'ghp-canary', LC_SECRET: 'lc-canary' }
      await using passing = await create({ variables, passThrough: ['GH_TOKEN'] })
      const { stdout } = await run(passing, { command: 'env' })
      expect(stdout).toContain('GH_TOKEN=ghp-canary')
      expect(stdout).not.toContain('sk-canary')
      expect(stdout).not.toContain('lc-canary')
    })

    test('of a command appear on no command line, neither local nor remote', async () => {
      const request = { command: 'echo "$TOKEN"; sleep 93', variables: { TOKEN: 'canary-of-the-command-line' } }
      const process = await start(environment, request)
      expect(await firstLines(process, 1)).toEqual(['canary-of-the-command-line'])
      // The shell has printed its line before it starts the next program.
      await expect.poll(async () => (await commandLines()).some((line) => line.includes('sleep\x0093'))).toBe(true)
      expect((await commandLines()).filter((line) => line.includes('canary-of-the-command-line'))).toEqual([])
      process.kill()
      await process.exit
    })
  })

  describe('files', () => {
    test('that are synced are private, and copied back after a change', async () => {
      const local = join(folder, 'token')
      const remote = join(folder.slice(1).replaceAll('/', '-'), 'deep', 'token')
      await writeFile(local, 'one')
      await chmod(local, 0o600)
      const home = (await run(environment, { command: 'cd; pwd' })).stdout.trim()
      const copying = await create({ synced: [{ local, remote }] })
      const { stdout } = await run(copying, { command: `cat ~/'${remote}'; stat -c ' %a' ~/'${remote}'` })
      expect(stdout).toBe('one 600\n')
      await run(copying, { command: `echo two > ~/'${remote}'` })
      await copying[Symbol.asyncDispose]()
      await rm(join(home, folder.slice(1).replaceAll('/', '-')), { recursive: true })
      expect(await readFile(local, 'utf8')).toBe('two\n')
      expect((await stat(local)).mode & 0o777).toBe(0o600)
    })

    test('may have any name', async () => {
      const names = ["quote's", 'new\nline', '-rf', '$(touch harm)', 'a\\nb', 'ünï ✓', '*', ' ']
      for (const name of names) await environment.files.write(name, Buffer.from(name))
      expect((await environment.files.list('.')).map(({ name }) => name).sort()).toEqual([...names].sort())
      for (const name of names) {
        expect(Buffer.from(await environment.files.read(name)).toString()).toBe(name)
        expect(await environment.files.resolve(name)).toBe(join(await environment.files.resolve('.'), name))
        await environment.files.remove(name)
      }
      expect(await environment.files.list('.')).toEqual([])
    })

    test('have modification times with millisecond precision', async () => {
      await environment.files.write('a', Buffer.from('x'))
      const status = await environment.files.stat('a')
      expect(status?.modifiedAtMs).toBeCloseTo((await stat(join(folder, 'a'))).mtimeMs, 1)
    })

    test('are not accessed through a link that was added after the path was checked', async () => {
      await run(environment, { command: 'mkdir safe; echo kept > target; echo fine > safe/file' })
      const resolvesTo = await environment.files.resolve('safe/file')
      await run(environment, { command: 'mv safe old; mkdir other; echo other > other/file; ln -s other safe' })
      const stale = { code: 'ESTALE' }
      await expect(environment.files.read('safe/file', { resolvesTo })).rejects.toMatchObject(stale)
      await expect(environment.files.write('safe/file', Buffer.from('x'), { resolvesTo })).rejects.toMatchObject(stale)
      await expect(environment.files.remove('safe/file', { resolvesTo })).rejects.toMatchObject(stale)
      expect(await readFile(join(folder, 'other', 'file'), 'utf8')).toBe('other\n')
    })
  })

  test.each([{}, { terminal: { columns: 80, rows: 24 } }])(
    "the local program gets none of a command's variables ($terminal)",
    async (request) => {
      const program = join(folder, 'recording-ssh')
      await writeFile(program, `#!/bin/sh\nenv >> '${program}.log'\nexec ssh "$@"\n`, { mode: 0o755 })
      await using recorded = await create({ program })
      const variables = { LD_BIND_NOT: '1', PATH: '/usr/bin:/bin:/of/the/command' }
      const { stdout } = await run(recorded, { ...request, command: 'echo $LD_BIND_NOT $PATH', variables })
      expect(stdout.trim()).toBe('1 /usr/bin:/bin:/of/the/command')
      const log = await readFile(`${program}.log`, 'utf8')
      expect(log).toContain('HOME=')
      expect(log).not.toMatch(/LD_BIND_NOT|of\/the\/command/)
    },
  )

  describe('the error for an unreachable host says what to do', () => {
    test('an unknown key', async () => {
      const configFile = join(folder, 'ssh_config')
      const config = await readFile(sshd.configFile, 'utf8')
      await writeFile(configFile, config.replace('IdentityFile', 'IdentityFile /dev/null #'))
      await expectRefusal({ configFile }, 'Name the right user and key')
    })

    test('a changed host key', async () => {
      const configFile = join(folder, 'ssh_config')
      const config = await readFile(sshd.configFile, 'utf8')
      const key = await readFile(join(sshd.folder, 'user.pub'), 'utf8')
      await writeFile(join(folder, 'known'), `[127.0.0.1]:${sshd.port} ${key}`)
      await writeFile(
        configFile,
        config.replace(/UserKnownHostsFile .*/, `UserKnownHostsFile ${join(folder, 'known')}`),
      )
      await expectRefusal({ configFile }, 'Its host key has changed')
    })

    test('a port without a server', () => expectRefusal({ port: 1 }, 'No ssh server responds there'))
    test('a missing folder', () => expectRefusal({ workingDirectory: '/not/there' }, '/not/there'))
    test('no ssh', () => expectRefusal({ program: '/not/there/ssh' }, 'Check that "ssh" is installed'))

    async function expectRefusal(options: Partial<SshEnvironmentOptions>, sentence: string): Promise<void> {
      await expect(create(options)).rejects.toMatchObject({
        code: 'environment/unavailable',
        message: expect.stringContaining(sentence),
      })
    }
  })
})

/** Returns the local processes whose command line contains the folder. */
async function localPrograms(folder: string): Promise<readonly string[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(names.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.startsWith('ssh') && line.includes(folder))
}

/** Returns the command lines of all processes of this machine. */
async function commandLines(): Promise<readonly string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return Promise.all(ids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
}
