import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLocalEnvironment } from '../../local/local-environment.js'
import { createSandbox } from '../create-sandbox.js'
import { probeSandbox } from '../probe-sandbox.js'
import { withSandbox } from '../with-sandbox.js'

describe.each(['bubblewrap', 'unshare'] as const)('startup files in %s', { timeout: 120_000 }, async (holder) => {
  const probed = await probeSandbox({ holders: [holder] })
  const title = probed.status === 'available' ? 'of a project' : `skipped: ${probed.reason}`

  describe.skipIf(probed.status === 'unavailable')(title, () => {
    let root: string
    let project: string
    beforeEach(() => {
      root = realpathSync(mkdtempSync(join(tmpdir(), 'hermes-startup-')))
      project = join(root, 'project')
      mkdirSync(project)
      git('init', '-q', '-b', 'main')
      put('.husky/pre-commit', 'npm test\n')
      git('add', '.')
      git('commit', '-q', '-m', 'first')
    })
    afterEach(() => rmSync(root, { recursive: true, force: true }))

    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: project, encoding: 'utf8' })
    const put = (path: string, content: string) => {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      writeFileSync(join(project, path), content)
    }
    const content = (path: string) => readFileSync(join(project, path), 'utf8')
    const open = () => {
      if (probed.status === 'unavailable') throw new Error(probed.reason)
      const policy = { workspaces: [project], network: 'none' } as const
      const sandbox = createSandbox(probed, { policy, stateFolder: join(root, 'state') })
      const variables = { ...process.env, GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a' }
      const place = { workingDirectory: project, variables: { ...variables, GIT_COMMITTER_EMAIL: 'a@b' } }
      return withSandbox(createLocalEnvironment({ ...place, killGraceMs: 300, sandbox }), sandbox)
    }
    const run = async (environment: ReturnType<typeof open>, command: string) => {
      const running = await environment.spawn({ command }, { signal: AbortSignal.timeout(60_000) })
      let text = ''
      for await (const { data } of running.output) text += Buffer.from(data).toString()
      return { text, ...(await running.exit) }
    }

    test('that a command creates are removed with their new folders, and the result reports it', async () => {
      await using environment = open()
      const { text, code } = await run(
        environment,
        'mkdir .vscode .idea; for f in .envrc .mcp.json .vscode/tasks.json .idea/workspace.xml; do echo evil > $f; done; echo 1 > made',
      )
      expect(code).toBe(0)
      expect(text).toMatch(/^Undone, because other programs obey these files .*\.envrc.*Write them with the file tools/)
      for (const path of ['.envrc', '.mcp.json', '.vscode', '.idea'])
        expect(existsSync(join(project, path))).toBe(false)
      expect(content('made')).toBe('1\n')
      const kept = readdirSync(join(root, 'state/undone'), { recursive: true }).map(String)
      expect(kept.filter((path) => path.endsWith('/.envrc'))).toHaveLength(1)
    })

    test('that a command changes or replaces with a link are restored', async () => {
      await using environment = open()
      expect((await run(environment, 'echo evil >> .husky/pre-commit')).text).toContain('.husky/pre-commit')
      expect(content('.husky/pre-commit')).toBe('npm test\n')
      await run(environment, 'mkdir h; echo evil > h/pre-commit; mv .husky away; ln -s h .husky')
      expect(existsSync(join(project, '.husky'))).toBe(false)
      await run(environment, 'mv away .husky; ln -sf /etc/hostname .husky/pre-push')
      expect(readdirSync(join(project, '.husky'))).toEqual(['pre-commit'])
    })

    test('may be deleted, and restored from the history that existed before', async () => {
      put('.husky/pre-commit', 'npm run check\n')
      git('stash', '-q')
      git('checkout', '-q', '-b', 'other')
      put('.envrc', 'use node\n')
      git('add', '.')
      git('commit', '-q', '-m', 'second')
      git('checkout', '-q', 'main')
      git('gc', '-q')
      await using environment = open()
      expect(await run(environment, 'git checkout -q other')).toEqual({ text: '', code: 0 })
      expect(content('.envrc')).toBe('use node\n')
      expect(await run(environment, 'git stash pop -q && rm .envrc')).toEqual({ text: '', code: 0 })
      expect(content('.husky/pre-commit')).toBe('npm run check\n')
      expect(existsSync(join(project, '.envrc'))).toBe(false)
    })

    test('are not accepted because a command has committed them', async () => {
      await using environment = open()
      await run(environment, 'echo evil > .envrc; git add .envrc; git commit -qm x')
      await run(environment, 'git checkout -q -- .envrc')
      expect(existsSync(join(project, '.envrc'))).toBe(false)
    })

    test('that the user or a file tool writes are kept', async () => {
      await using environment = open()
      await run(environment, 'true')
      put('.envrc', 'mine\n')
      const running = await environment.spawn({ command: 'sleep 1' }, { signal: AbortSignal.timeout(60_000) })
      await environment.files.write('.mcp.json', Buffer.from('{}'))
      await running.exit
      expect(content('.envrc')).toBe('mine\n')
      expect(content('.mcp.json')).toBe('{}')
    })

    test('that a process creates after its command has ended are removed', async () => {
      await using environment = open()
      await run(
        environment,
        '(setsid sh -c "sleep 0.3; echo evil > .mcp.json; touch planted; sleep 60" > /dev/null 2>&1 &)',
      )
      await expect.poll(() => existsSync(join(project, 'planted')), { timeout: 20_000 }).toBe(true)
      expect((await run(environment, 'true')).text).toContain('.mcp.json')
      expect(existsSync(join(project, '.mcp.json'))).toBe(false)
      await run(environment, '(setsid sh -c "sleep 0.3; echo evil > .envrc; touch again; sleep 60" > /dev/null 2>&1 &)')
      await expect.poll(() => existsSync(join(project, 'again')), { timeout: 20_000 }).toBe(true)
      await environment[Symbol.asyncDispose]()
      expect(existsSync(join(project, '.envrc'))).toBe(false)
    })
  })
})
