import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCheckpoints } from '@hermes/tools/checkpoints'
import { expect, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'

const cli = cliInHome()
const { hermes } = cli
const program = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
const week = 7 * 86_400_000

/** Takes two checkpoints of a folder, one of them old. */
async function takeTwo() {
  const workspace = join(cli.home, 'work')
  mkdirSync(workspace)
  let now = Date.now() - 2 * week
  const checkpoints = createCheckpoints({ folder: join(cli.home, 'checkpoints'), workspace, program, now: () => now })
  writeFileSync(join(workspace, 'a.txt'), 'one')
  await checkpoints.take('the first change')
  now = Date.now()
  writeFileSync(join(workspace, 'a.txt'), 'two')
  await checkpoints.take('the second change')
  return workspace
}

test('lists, prunes and clears the checkpoints of all folders', async () => {
  expect(await hermes('checkpoints', 'status')).toMatchObject({ code: 0, out: '', err: 'There are no checkpoints.\n' })
  const workspace = await takeTwo()
  expect((await hermes('checkpoints', 'status')).out).toMatch(`${workspace}  2, newest `)
  const { bytes, workspaces } = JSON.parse((await hermes('checkpoints', 'status', '--json')).out)
  expect(bytes).toBeGreaterThan(0)
  expect(workspaces).toMatchObject([{ workspace, checkpoints: 2 }])
  expect((await hermes('checkpoints', 'prune')).err).toMatch(/^Checkpoints deleted: 1\. /)
  expect((await hermes('checkpoints', 'clear')).code).toBe(2)
  expect((await hermes('checkpoints', 'clear', '--yes')).err).toMatch(/^Checkpoints deleted: 1\. /)
  expect(JSON.parse((await hermes('checkpoints', 'status', '--json')).out).workspaces).toEqual([])
})
