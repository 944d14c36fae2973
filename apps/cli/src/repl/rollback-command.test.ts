import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCheckpoints } from '@hermes/tools/checkpoints'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { rollback } from './rollback-command.js'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hermes-rollback-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
})

async function open() {
  const workspace = await mkdtemp(join(root, 'work-'))
  const checkpoints = createCheckpoints({ folder: join(root, 'store'), workspace, program: '/usr/bin/git' })
  const file = join(workspace, 'a.txt')
  const run = async (args: string) => {
    const said: string[] = []
    await rollback.run(args, { runtime: { checkpoints }, print: (text) => said.push(text) })
    return said.join('')
  }
  return { checkpoints, file, run, content: () => readFile(file, 'utf8') }
}

test('/rollback lists, shows what has changed, goes back, and takes that back', async () => {
  const { checkpoints, file, run, content } = await open()
  await writeFile(file, '  one\n')
  expect(await run('')).toContain('There is no checkpoint yet')
  await checkpoints.take('before patch a.txt')
  await writeFile(file, '  two\n')
  expect(await run('')).toMatch(/1 {2}just now {3,}before patch a.txt/)
  expect(await run('diff 1')).toContain('-  one\n+  two\n')
  expect(await run('1')).toContain('restored  a.txt')
  expect(await content()).toBe('  one\n')
  expect(await run('1')).toContain('restored  a.txt')
  expect(await content()).toBe('  two\n')
})

test('what is no checkpoint is told, and where there are none as well', async () => {
  const { run } = await open()
  expect(await run('7')).toContain('no such checkpoint')
  expect(await run('all of it')).toContain('no such checkpoint')
  const said: string[] = []
  await rollback.run('', { runtime: { checkpoints: undefined }, print: (text) => said.push(text) })
  expect(said.join('')).toContain('No checkpoints are taken here')
})
