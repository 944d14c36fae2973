import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gitDiff } from '@hermes/conversations/commands'
import { createLocalEnvironment } from '@hermes/environments'
import { createSandbox, probeSandbox, withSandbox } from '@hermes/environments/sandbox'
import { expect, onTestFinished, test } from 'vitest'

const { signal } = new AbortController()
const run = promisify(execFile)

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-diff-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function placeOf(workingDirectory: string) {
  const environment = createLocalEnvironment({ workingDirectory, variables: process.env })
  onTestFinished(() => environment[Symbol.asyncDispose]())
  return environment
}

test('shows staged changes, unstaged changes, or both', async () => {
  const folder = await makeFolder()
  const git = (...args: string[]) => run('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args])
  await git('init', '--quiet')
  for (const name of ['a', 'b']) await writeFile(join(folder, name), 'old\n')
  await git('add', '.')
  await git('commit', '--quiet', '-m', 'first')
  for (const name of ['a', 'b']) await writeFile(join(folder, name), 'new\n')
  await git('add', 'a')
  const diff = (scope: 'unstaged' | 'staged' | 'all', more: { isSummary?: boolean; path?: string } = {}) =>
    gitDiff(placeOf(folder), { scope, isSummary: false, ...more }, signal)
  expect(await diff('unstaged')).toMatch(/diff --git a\/b b\/b[\s\S]*-old\n\+new/)
  expect(await diff('unstaged')).not.toContain('a/a')
  expect(await diff('staged')).toContain('a/a')
  expect(await diff('all', { isSummary: true })).toContain('2 files changed')
  expect(await diff('all', { path: 'b' })).not.toContain('a/a')
  expect(await diff('all', { path: '--output=x' })).toBe('')
})

test('reports a missing repository', async () => {
  await expect(gitDiff(placeOf(await makeFolder()), { scope: 'unstaged', isSummary: false }, signal)).rejects.toThrow(
    'it is not a repository',
  )
})

for (const holder of ['bubblewrap', 'unshare'] as const) {
  const probed = await probeSandbox({ holders: [holder] })
  const title =
    probed.status === 'available' ? `runs programs of a repository in ${holder}` : `skipped: ${probed.reason}`

  test.skipIf(probed.status !== 'available')(title, async () => {
    if (probed.status !== 'available') throw new Error('The test is skipped without a sandbox.')
    // Outside the temporary folder, where every command may write.
    const outside = await mkdtemp(join(homedir(), '.hermes-diff-'))
    onTestFinished(() => rm(outside, { recursive: true, force: true }))
    const folder = join(outside, 'project')
    await mkdir(folder)
    const git = (...args: string[]) =>
      run('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args])
    await git('init', '--quiet')
    await writeFile(join(folder, 'a'), 'old\n')
    await git('add', '.')
    await git('commit', '--quiet', '-m', 'first')
    const evil = join(folder, 'evil')
    await writeFile(
      evil,
      `#!/bin/sh\n(echo ran > '${outside}/ran') 2> /dev/null\nif [ -f "$1" ]; then cat "$1"; else cat; fi\n`,
      { mode: 0o755 },
    )
    await writeFile(join(folder, '.gitattributes'), '* diff=evil filter=evil\n')
    for (const [name, value] of [
      ['diff.evil.textconv', evil],
      ['filter.evil.clean', evil],
      ['core.fsmonitor', evil],
    ])
      await git('config', name ?? '', value ?? '')
    await writeFile(join(folder, 'a'), 'new\n')
    const sandbox = createSandbox(probed, {
      policy: { workspaces: [folder], network: 'none' },
      stateFolder: join(outside, 'state'),
    })
    const environment = createLocalEnvironment({ workingDirectory: folder, variables: process.env, sandbox })
    onTestFinished(() => withSandbox(environment, sandbox)[Symbol.asyncDispose]())
    expect(await gitDiff(environment, { scope: 'unstaged', isSummary: false }, signal)).toContain('+new')
    expect(await readdir(outside)).not.toContain('ran')
  })
}
