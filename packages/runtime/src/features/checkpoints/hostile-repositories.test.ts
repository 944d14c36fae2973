import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { probeSandbox } from '@hermes/environments/sandbox'
import { describe, expect, test } from 'vitest'
import { openHostileWorld } from '../../../testing/hostile-world.js'

const probed = await probeSandbox()
const title = probed.status === 'available' ? 'a project of hostile repositories' : `skipped: ${probed.reason}`
/** Generous, because several programs start on a possibly busy machine. */
const timeout = 120_000

describe.skipIf(probed.status === 'unavailable')(title, { timeout }, () => {
  test('runs no code of the repository while a harmless model writes a file in each turn', async () => {
    const world = openHostileWorld()
    const attributes = '* filter=evil diff=evil text ident\n'
    for (const folder of ['.', 'nested', 'packages/inner']) {
      const place = join(world.project, folder)
      mkdirSync(place, { recursive: true })
      const env = { PATH: '/usr/bin:/bin', HOME: world.home }
      const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: place, env, stdio: 'ignore' })
      git('init', '-q')
      git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'first')
      world.put(join(folder, 'file.txt'), 'one\n')
      git('add', 'file.txt')
      world.put(join(folder, '.gitattributes'), attributes)
      appendFileSync(
        join(place, '.git/config'),
        `[filter "evil"]\n\tclean = ${world.evil}\n\tsmudge = ${world.evil}\n[diff "evil"]\n\ttextconv = ${world.evil}\n[core]\n\tfsmonitor = ${world.evil}\n\thooksPath = ${world.project}/hooks\n`,
      )
    }
    for (const name of ['post-index-change', 'post-checkout', 'reference-transaction', 'pre-commit'])
      world.put(`hooks/${name}`, readFileSync(world.evil, 'utf8'), 0o755)
    const write = (name: string, content: string) => [['write_file', { path: name, content }] as const]
    const answers = await world.session(
      write('notes.txt', 'first\n'),
      write('nested/file.txt', 'two\n'),
      write('packages/inner/file.txt', 'three\n'),
      write('notes.txt', 'fourth\n'),
    )
    expect(answers).toHaveLength(4)
    for (const answer of answers) expect(answer).toMatch(/^(?:Created|Wrote|Replaced|Overwrote|Updated)/)
    const refs = execFileSync('git', ['--git-dir', join(world.paths.home, 'checkpoints'), 'for-each-ref'])
    expect(refs.toString().trim().split('\n').length).toBeGreaterThan(1)
    expect(world.traces()).toEqual([])
  })
})
