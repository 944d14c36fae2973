import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { probeSandbox } from '@hermes/environments/sandbox'
import { describe, expect, test } from 'vitest'
import { openHostileWorld } from '../../../testing/hostile-world.js'

const probed = await probeSandbox()
const title = probed.status === 'available' ? "files of the agent's home" : `skipped: ${probed.reason}`
/** Generous, because several programs start on a possibly busy machine. */
const timeout = 120_000

/** Files that the next start reads, loads or obeys, relative to the agent's home. */
const own = [
  'config.yaml',
  '.env',
  'state.db',
  'SOUL.md',
  'hooks/x/handler.py',
  'skills/x/SKILL.md',
  'plugins/x/index.js',
  'cache/x',
  'cache/sandbox/probed',
  'cache/sandbox/probed.json',
  'cache/compile/x',
  'profiles/other/config.yaml',
  'anything',
]

describe.skipIf(probed.status === 'unavailable')(title, { timeout }, () => {
  test('cannot be written by any tool', async () => {
    const world = openHostileWorld()
    symlinkSync(world.paths.home, join(world.project, 'link'))
    symlinkSync('..', join(world.project, 'up'))
    const ways = [
      world.paths.home,
      '~/.hermes',
      '../../.hermes',
      'link',
      'up/../.hermes',
      `${world.paths.home}/workspace/..`,
      `/proc/self/root${world.paths.home}`,
    ]
    for (const way of ways) {
      // Each call gets a turn, because a turn stops after repeated refusals.
      const turns = own.map((name) => [['write_file', { path: `${way}/${name}`, content: 'planted' }] as const])
      const answers = await world.session(...turns)
      expect(answers).toHaveLength(own.length)
      for (const answer of answers) expect(answer).toMatch(/may not be written/)
    }
    expect(planted(world.paths.home)).toEqual([])
    const [inWork] = await world.session([['write_file', { path: '~/.hermes/workspace/x', content: 'mine' }]])
    expect(inWork).toMatch(/^Created/)
  })

  test('cannot be read or written by commands', async () => {
    const world = openHostileWorld()
    for (const name of ['compile', 'sandbox', 'commands'])
      world.put(join(world.paths.cache, name, 'file'), 'what the next start runs')
    const answers = await world.session([
      ['terminal', { command: 'cat ~/.hermes/cache/*/file; ls ~/.hermes/cache/compile ~/.hermes/cache/sandbox' }],
      ['terminal', { command: 'for f in compile sandbox commands; do printf planted > ~/.hermes/cache/$f/file; done' }],
    ])
    expect(answers.join()).not.toMatch(/what the next start runs|file\\n/)
    expect(planted(world.paths.home)).toEqual([])
  })

  test('ignore a planted probe result when choosing the sandbox program', async () => {
    const world = openHostileWorld()
    await world.session([['terminal', { command: 'true' }]])
    const program = join(world.project, 'bwrap')
    writeFileSync(program, `#!/bin/sh\ntouch '${world.outside}/ran'\nexec /usr/bin/bwrap "$@"\n`)
    const genuine = statSync('/usr/bin/bwrap')
    chmodSync(program, genuine.mode)
    utimesSync(program, genuine.atime, genuine.mtime)
    const folder = join(world.paths.cache, 'sandbox')
    for (const name of readdirSync(folder).filter((each) => each.startsWith('probed'))) {
      const path = join(folder, name)
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('/usr/bin/bwrap', program))
    }
    await world.session([['terminal', { command: 'echo held' }]])
    expect(world.traces()).toEqual([])
  })
})

/** Returns the files that contain the text that the tools were asked to write. */
function planted(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path, 'latin1') === 'planted')
}
