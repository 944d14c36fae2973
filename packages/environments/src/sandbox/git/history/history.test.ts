import { execFileSync, spawnSync } from 'node:child_process'
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
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLocalEnvironment } from '../../../local/local-environment.js'
import { createSandbox } from '../../create-sandbox.js'
import { probeSandbox } from '../../probe-sandbox.js'
import { withSandbox } from '../../with-sandbox.js'

const identity = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' }

const ways = [
  ['is deleted', 'rm -rf .git'],
  ['is deleted, and another one is begun', 'rm -rf .git; git init -q -b main; git commit -q --allow-empty -m new'],
  ['is deleted, and an empty one is begun', 'rm -rf .git; git init -q'],
  ['loses its objects', 'find .git/objects -type f -delete'],
  ['has truncated objects', 'for f in $(find .git/objects -type f); do chmod u+w $f; : > $f; done'],
  [
    'has changed objects with old times',
    'for f in $(find .git/objects -type f); do chmod u+w $f; touch -r $f t; echo >> $f; truncate -s -1 $f; truncate -s 9 $f; touch -r t $f; done',
  ],
  ['loses HEAD and its branches', 'rm -f .git/HEAD .git/refs/heads/* .git/packed-refs'],
  ['has senseless refs', 'for f in HEAD refs/heads/main refs/stash; do echo x > .git/$f; done'],
  ['loses its logs', 'rm -rf .git/logs'],
  ['has folders in place of files', 'rm -f .git/HEAD .git/refs/heads/main; mkdir .git/HEAD .git/refs/heads/main'],
  ['has links in place of folders', 'mkdir d; for f in refs objects/??; do rm -rf .git/$f; ln -s $PWD/d .git/$f; done'],
] as const

describe.each(['bubblewrap', 'unshare'] as const)('history in %s', { timeout: 120_000 }, async (holder) => {
  const probed = await probeSandbox({ holders: [holder] })
  const title = probed.status === 'available' ? 'of a repository' : `skipped: ${probed.reason}`

  describe.skipIf(probed.status === 'unavailable')(title, () => {
    let root: string
    let project: string
    let before: string
    beforeEach(() => {
      root = realpathSync(mkdtempSync(join(tmpdir(), 'hermes-history-')))
      project = join(root, 'project')
      mkdirSync(project)
      git('init', '-q', '-b', 'main')
      commit('first')
      git('branch', 'feature')
      git('tag', 'v1')
      git('gc', '-q')
      commit('second')
      writeFileSync(join(project, 'first'), 'stashed')
      git('stash', '-q')
      before = history()
    })
    afterEach(() => rmSync(root, { recursive: true, force: true }))

    const git = (...args: readonly string[]) =>
      execFileSync('git', args, { cwd: project, encoding: 'utf8', stdio: 'pipe', env: { ...process.env, ...identity } })
    const commit = (name: string) => {
      writeFileSync(join(project, name), name)
      git('add', '.')
      git('commit', '-q', '-m', name)
    }
    /** Returns refs, logs and the ids of all objects, checked by git. */
    const history = () => {
      git('fsck', '--full', '--strict')
      const objects = git('cat-file', '--batch-all-objects', '--batch-check').split('\n').sort().join('\n')
      return [git('for-each-ref'), git('reflog'), git('stash', 'list'), git('symbolic-ref', 'HEAD'), objects].join('\n')
    }
    const open = () => {
      if (probed.status === 'unavailable') throw new Error(probed.reason)
      const policy = { workspaces: [project], network: 'none' } as const
      const sandbox = createSandbox(probed, { policy, stateFolder: join(root, 'state') })
      const variables = { ...process.env, ...identity }
      return withSandbox(
        createLocalEnvironment({ workingDirectory: project, variables, killGraceMs: 300, sandbox }),
        sandbox,
      )
    }
    const run = async (environment: ReturnType<typeof open>, command: string) => {
      const running = await environment.spawn({ command }, { signal: AbortSignal.timeout(60_000) })
      let text = ''
      for await (const { data } of running.output) text += Buffer.from(data).toString()
      return { text, ...(await running.exit) }
    }
    const copy = () => join(root, 'state/history', readdirSync(join(root, 'state/history'))[0] ?? '')

    test.each(holder === 'bubblewrap' ? ways : ways.slice(0, 2))('is restored when it %s', async (_, command) => {
      await using environment = open()
      expect((await run(environment, command)).text).toContain('Restored, because the command destroyed history')
      const objects = git('cat-file', '--batch-all-objects', '--batch-check').split('\n')
      const known = before.split('\n')
      expect(
        history()
          .split('\n')
          .filter((line) => !objects.includes(line)),
      ).toEqual(known.filter((line) => !objects.includes(line)))
      expect(
        known.filter((line) => /^[0-9a-f]{40} (?:commit|tree|blob) \d+$/.test(line) && !objects.includes(line)),
      ).toEqual([])
      expect(git('diff', '--cached')).toBe('')
    })

    test('writes nothing through links', async () => {
      const outside = join(root, 'outside')
      mkdirSync(outside)
      await using environment = open()
      await run(
        environment,
        `mv .git/refs r; mv .git/logs l; rm -rf .git/objects/??; ln -s ${outside} .git/refs; ln -s ${outside} .git/logs`,
      )
      expect(readdirSync(outside)).toEqual([])
      expect(git('rev-parse', 'main')).toBe(git('rev-parse', 'HEAD'))
    })

    test('is not read through links', async () => {
      const secret = join(root, 'secret')
      writeFileSync(secret, 'the secret')
      await using environment = open()
      await run(environment, `ln -sf ${secret} .git/description; ln -sf ${secret} .git/refs/heads/other`)
      await run(environment, 'rm -rf .git')
      expect(existsSync(join(project, '.git/description'))).toBe(false)
      const { status } = spawnSync('grep', ['-rqs', 'the secret', copy(), project])
      expect(status).toBe(1)
    })

    test('may be changed by git itself', async () => {
      await using environment = open()
      const { text, code } = await run(
        environment,
        [
          'set -e; git checkout -q -b topic; echo 1 > a; git add a; git commit -q -m a; git commit -q --amend -m b',
          'git rebase -q --onto v1 main topic; git checkout -q main; git merge -q topic; git branch -D topic feature',
          'git stash drop -q; git gc -q; git branch -m trunk; git reset -q --hard HEAD~1',
        ].join('\n'),
      )
      expect(text).not.toContain('Restored')
      expect(code).toBe(0)
      expect(git('for-each-ref', '--format=%(refname)').trim().split('\n')).toEqual([
        'refs/heads/trunk',
        'refs/tags/v1',
      ])
      git('fsck', '--full')
    })

    test('can be fetched when git deleted it for good', async () => {
      const feature = git('rev-parse', 'stash').trim()
      await using environment = open()
      await run(
        environment,
        'git stash drop -q; git reflog expire --expire=now --all; git gc -q --prune=now; rm -rf .git/logs',
      )
      git('fetch', '-q', copy(), '+refs/kept/*:refs/kept/*')
      expect(git('for-each-ref', 'refs/kept')).toContain(feature)
      expect(git('show', '--stat', feature)).toContain('first')
    })

    test('that an earlier command created is restored, too', async () => {
      await using environment = open()
      await run(environment, 'echo 3 > third; git add .; git commit -q -m third')
      const third = git('rev-parse', 'HEAD')
      await run(environment, 'rm -rf .git')
      expect(git('rev-parse', 'main')).toBe(third)
    })

    test('is restored after a process that a command left behind; otherwise a change is accepted as the user’s', async () => {
      await using environment = open()
      await run(environment, '(setsid sh -c "sleep 0.3; rm -rf .git; touch done; sleep 60" > /dev/null 2>&1 &)')
      await expect.poll(() => existsSync(join(project, 'done')), { timeout: 20_000 }).toBe(true)
      await environment[Symbol.asyncDispose]()
      expect(git('rev-parse', 'main')).toBe(git('rev-parse', 'HEAD'))
      await using next = open()
      await run(next, 'true')
      rmSync(join(project, '.git'), { recursive: true })
      git('init', '-q', '-b', 'mine')
      expect((await run(next, 'true')).text).toBe('')
      expect(readFileSync(join(project, '.git/HEAD'), 'utf8')).toContain('mine')
    })

    test('with large packs is not copied', async () => {
      writeFileSync(
        join(project, 'large'),
        Buffer.from(Array.from({ length: 6_000_000 }, (_, i) => (i * 2654435761) >>> 13)),
      )
      commit('large')
      git('repack', '-q', '-a', '-d')
      before = history()
      await using environment = open()
      expect(
        (await run(environment, 'git gc -q; for f in .git/objects/pack/*; do chmod u+w $f; : > $f; done; rm -rf .git'))
          .code,
      ).toBe(1)
      git('fsck', '--full')
      expect(git('rev-parse', 'main', 'feature', 'v1', 'stash').split('\n')).toHaveLength(5)
      const sizes = execFileSync('du', ['-sk', join(copy(), 'objects')], { encoding: 'utf8' })
      expect(Number.parseInt(sizes, 10)).toBeLessThan(2_000)
    })
  })
})
