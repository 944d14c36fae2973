import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { runCli } from '../../start/run-cli.js'

test('answers in a worktree, and removes it when nothing was changed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-in-worktree-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const project = join(folder, 'project')
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
  git('init', '--quiet', project)
  await writeFile(join(project, 'a.txt'), 'hello')
  git('-C', project, 'add', '--all')
  git('-C', project, '-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'one')
  const stdout = new PassThrough({ encoding: 'utf8' })
  const stderr = new PassThrough({ encoding: 'utf8' })
  const env = { PATH: process.env.PATH, HERMES_HOME: join(folder, 'home') }
  const io = { stdin: new PassThrough().end(), stdout, stderr, env, workingDirectory: project }
  expect(await runCli(['-w', '--provider', 'offline', '-z', 'read a.txt'], { io })).toBe(0)
  expect(String(stdout.read())).toContain('hello')
  expect(String(stderr.read())).toMatch(
    /^Working in .*\.worktrees.*\n[\s\S]*Removed .*: nothing was changed in it\.\n$/,
  )
  expect(await readdir(join(project, '.worktrees'))).toEqual([])
  expect(await runCli(['-w', '-c', '-z', 'more'], { io })).toBe(2)
  expect(existsSync(join(project, 'a.txt'))).toBe(true)
})
