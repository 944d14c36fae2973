import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLocalEnvironment } from '../../../local/local-environment.js'
import { createSandbox } from '../../create-sandbox.js'
import { probeSandbox } from '../../probe-sandbox.js'
import { withSandbox } from '../../with-sandbox.js'

describe.each(['bubblewrap', 'unshare'] as const)('settings of git in %s', { timeout: 120_000 }, async (holder) => {
  const probed = await probeSandbox({ holders: [holder] })
  const title = probed.status === 'available' ? 'a repository' : `skipped: ${probed.reason}`

  describe.skipIf(probed.status === 'unavailable')(title, () => {
    let root: string
    beforeEach(() => {
      root = realpathSync(mkdtempSync(join(tmpdir(), 'hermes-git-settings-')))
      git('.', 'init', '-q', '--bare', '-b', 'main', 'remote.git')
      git('.', 'init', '-q', '-b', 'main', 'work')
      git('work', 'commit', '-q', '--allow-empty', '-m', 'first')
      git('work', 'remote', 'add', 'origin', join(root, 'remote.git'))
    })
    afterEach(() => rmSync(root, { recursive: true, force: true }))

    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b']
    const git = (folder: string, ...args: readonly string[]) =>
      execFileSync('git', [...identity, ...args], { cwd: join(root, folder), encoding: 'utf8' })
    const setting = (key: string) =>
      execFileSync('git', ['config', '--file', join(root, 'work/.git/config'), '--default', 'absent', '--get', key], {
        encoding: 'utf8',
      }).trim()

    const open = () => {
      if (probed.status === 'unavailable') throw new Error(probed.reason)
      const policy = {
        workspaces: [join(root, 'work')],
        writable: [join(root, 'remote.git')],
        network: 'none',
      } as const
      const sandbox = createSandbox(probed, { policy, stateFolder: join(root, 'state') })
      const local = createLocalEnvironment({
        workingDirectory: join(root, 'work'),
        variables: process.env,
        killGraceMs: 300,
        sandbox,
      })
      return withSandbox(local, sandbox)
    }
    const start = (environment: ReturnType<typeof open>, command: string) =>
      environment.spawn({ command }, { signal: AbortSignal.timeout(60_000) })
    const run = async (environment: ReturnType<typeof open>, command: string) => {
      const running = await start(environment, command)
      let text = ''
      for await (const { data } of running.output) text += Buffer.from(data).toString()
      return { text, ...(await running.exit) }
    }

    test('are written by git push -u, git remote and git config', async () => {
      await using environment = open()
      expect(await run(environment, 'git push -q -u origin main')).toEqual({ text: '', code: 0 })
      expect(git('remote.git', 'log', '--format=%s', 'main')).toBe('first\n')
      expect(git('work', 'rev-parse', '--abbrev-ref', 'main@{upstream}')).toBe('origin/main\n')
      const commands = [
        'git remote add up https://example.com/up.git && git remote rename up upstream && git remote get-url upstream',
        'git config user.name "Eve O\'Hara" && git config user.email e@example.com && git commit -q --allow-empty -m second',
        'git remote set-url --add upstream git@example.com:one/two.git && git checkout -q -b topic && git branch -q -u origin/main',
      ]
      for (const command of commands) expect(await run(environment, command)).toMatchObject({ code: 0 })
      expect(git('work', 'remote', '-v')).toContain('upstream\tgit@example.com:one/two.git (push)')
      expect(execFileSync('git', ['log', '--format=%an', '-1'], { cwd: join(root, 'work'), encoding: 'utf8' })).toBe(
        "Eve O'Hara\n",
      )
      expect([setting('branch.topic.merge'), setting('remote.upstream.fetch')]).toEqual([
        'refs/heads/main',
        '+refs/heads/*:refs/remotes/upstream/*',
      ])
      expect(await run(environment, 'git remote remove upstream')).toEqual({ text: '', code: 0 })
      expect(setting('remote.upstream.url')).toBe('absent')
    })

    const harmful: readonly (readonly [key: string, value: string])[] = [
      ['core.fsmonitor', './evil'],
      ['core.hooksPath', 'evil'],
      ['core.sshCommand', './evil'],
      ['alias.status', '!./evil'],
      ['filter.x.clean', './evil'],
      ['url.ext::sh.insteadOf', 'https://evil'],
      ['remote.origin.uploadpack', './evil'],
      ['remote.a.url', 'ext::sh -c ./evil'],
      ['remote.b.url', '-oProxyCommand=./evil'],
      ['remote.c.url', 'ssh://-oProxyCommand=./evil/x'],
      ['remote.d.url', './evil.git'],
      ['remote.e.url', 'file:///proc/self/cwd'],
      ['remote.f.url', '~/evil'],
      ['remote.origin.pushurl', 'host:-evil'],
      ['remote.origin.fetch', '--upload-pack=./evil'],
      ['branch.main.remote', './evil.git'],
      ['branch.other.remote', 'ext::evil'],
      ['branch.main.merge', '--upload-pack=evil'],
      ['user.name', 'evil\nlines'],
      ['include.path', '../evil'],
    ]

    test('are not kept when they can make git run programs, and the output names them', async () => {
      await using environment = open()
      const path = join(root, 'work/.git/config')
      const before = readFileSync(path, 'utf8')
      const half = harmful.length / 2
      for (const settings of [harmful.slice(0, half), harmful.slice(half)]) {
        const script = settings.map(([key, value]) => `git config --replace-all '${key}' '${value}'`).join(' && ')
        const { text, code } = await run(environment, script)
        expect(code).toBe(0)
        expect(text).toContain(`Not kept in ${path}`)
        for (const [key] of settings) expect(text).toContain(key.replace(/[^.]+$/, (name) => name.toLowerCase()))
        expect(readFileSync(path, 'utf8')).toBe(before)
      }
      // The next command starts from the real settings.
      expect((await run(environment, 'git config --list --local')).text).not.toContain('evil')
    })

    test('keep an address while a branch needs it, because git would treat the name as a folder', async () => {
      await using environment = open()
      await run(environment, 'git push -q -u origin main')
      const { text } = await run(environment, 'git config --unset remote.origin.url; git config user.name Eve')
      expect(text).toContain('remote.origin.url')
      expect([setting('remote.origin.url'), setting('user.name')]).toEqual([join(root, 'remote.git'), 'Eve'])
    })

    test('keep comments and changes that the user made in the meantime', async () => {
      await using environment = open()
      const path = join(root, 'work/.git/config')
      writeFileSync(path, `# mine\n${readFileSync(path, 'utf8')}[alias]\n\tst = status # short\n`)
      const running = await start(environment, 'git config user.name Eve; echo ready; read -r _ < wait; true')
      execFileSync('mkfifo', [join(root, 'work/wait')])
      for await (const _ of running.output) break
      git('work', 'config', 'user.email', 'user@example.com')
      running.kill()
      await running.exit
      const text = readFileSync(path, 'utf8')
      expect(text).toContain('# mine\n')
      expect(text).toContain('\tst = status # short\n')
      expect([setting('user.name'), setting('user.email')]).toEqual(['Eve', 'user@example.com'])
    })

    test('are kept for concurrent commands, and a killed command leaves no lock', async () => {
      await using environment = open()
      const names = Array.from({ length: 5 }, (_, index) => `r${index}`)
      const [, ...results] = await Promise.all([
        start(environment, 'while :; do git config user.name x$RANDOM; done').then(async (running) => {
          await run(environment, 'sleep 0.3')
          running.kill('SIGKILL')
          await running.exit
        }),
        ...names.map((name) => run(environment, `git remote add ${name} https://example.com/${name}.git`)),
      ])
      expect(results).toEqual(names.map(() => ({ text: '', code: 0 })))
      expect(git('work', 'remote').trim().split('\n').sort()).toEqual(['origin', ...names])
      expect(readdirSync(join(root, 'work/.git')).filter((name) => name.startsWith('config'))).toEqual(['config'])
      expect(await run(environment, 'git config user.name Last')).toEqual({ text: '', code: 0 })
      expect(setting('user.name')).toBe('Last')
    })

    test('of a background process are kept with the next command', async () => {
      await using environment = open()
      await run(
        environment,
        '(while [ ! -e go ]; do sleep 0.05; done; git config user.name Late; touch done) > /dev/null 2>&1 &',
      )
      await run(environment, 'touch go; while [ ! -e done ]; do sleep 0.05; done')
      await run(environment, 'true')
      expect(setting('user.name')).toBe('Late')
    })

    test('are protected: commands cannot mount or reach the real file or the copies of others', async () => {
      await using environment = open()
      const before = readFileSync(join(root, 'work/.git/config'), 'utf8')
      const { text } = await run(
        environment,
        `grep -E '^(Cap(Eff|Prm|Inh|Bnd)|NoNewPrivs|Seccomp):' /proc/self/status
         umount .git/config; umount -l .git/config; rm -f .git/config; mv .git/config .git/other; mv .git .other
         find ${join(root, 'state')} -name '*config'`,
      )
      const rights = process.getuid?.() === 0 ? '000000000000000b' : '0000000000000000'
      for (const name of ['CapEff', 'CapPrm', 'CapInh'])
        expect(text).toMatch(new RegExp(`${name}:\\t(${rights}|0{16})\n`))
      expect(text).toMatch(/NoNewPrivs:\t1\n/)
      expect(text).toMatch(/Seccomp:\t2\n/)
      expect(text.split('\n').filter((line) => line.startsWith(root))).toEqual([
        expect.stringMatching(/state\/settings\/[^/]+\/1\/0\.config$/),
      ])
      expect(readFileSync(join(root, 'work/.git/config'), 'utf8')).toBe(before)
    })

    test('leave no copies after the sandbox is disposed', async () => {
      {
        await using environment = open()
        await run(environment, 'git config user.name Eve')
      }
      expect(readdirSync(join(root, 'state/settings'))).toEqual([])
      expect(existsSync(join(root, 'work/.git/config.lock'))).toBe(false)
    })
  })
})
