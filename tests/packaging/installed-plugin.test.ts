import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { packed, root, run, temporaryFolder } from './pack.js'

const folder = temporaryFolder()
const example = join(folder.path, 'hermes-plugin-dice')
const home = join(folder.path, 'home')
const env = { PATH: process.env.PATH, HOME: home, HERMES_HOME: home, LANG: 'C.UTF-8' }

beforeAll(() => {
  mkdirSync(home)
  cpSync(join(root, 'examples/hermes-plugin-dice'), example, {
    recursive: true,
    filter: (path) => !/node_modules/.test(path.slice(root.length)),
  })
  const core = packed(['core']).map(({ tarball }) => tarball)
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  run('npm', ['install', '--no-save', ...quiet, ...core], example)
  run('npm', ['pack', '--loglevel=error', '--pack-destination', folder.path], example)
}, 120_000)
afterAll(() => folder[Symbol.dispose]())

/** Runs the built program without a person to ask. */
async function hermes(...args: readonly string[]): Promise<string> {
  const running = promisify(execFile)(process.execPath, [join(root, 'apps/cli/dist/main.js'), ...args], {
    cwd: home,
    env,
  })
  running.child.stdin?.end()
  return (await running).stdout
}

test('a third-party package is installed, and runs in a separate process', async () => {
  const provider = await startFakeProvider({ script: [call('dice_roll', { count: 2 }), text('Done.')] })
  onTestFinished(() => provider.close())
  const model = `model: { provider: custom, base_url: "${provider.baseUrl}", default: m, context_length: 100000 }`
  const settings = 'installed_plugins: { settings: { hermes-plugin-dice: { sides: 20 } } }'
  writeFileSync(join(home, 'config.yaml'), `${model}\n${settings}\n`)

  const installed = await hermes('plugins', 'install', join(folder.path, 'hermes-plugin-dice-1.0.0.tgz'))
  expect(installed).toMatch(
    /^Installed hermes-plugin-dice 1\.0\.0 .*\n {2}tools {5}dice_roll\n {2}commands {2}\/dice\n/,
  )
  await hermes('plugins', 'enable', 'hermes-plugin-dice')
  expect(await hermes('-z', 'Roll two dice.')).toBe('Done.\n')
  const sent = JSON.stringify(provider.requests.at(-1)?.body)
  for (const part of ['Roll dice with 20 sides.', 'Never make a number up.']) expect(sent).toContain(part)
  expect(sent).toMatch(/Rolled \d+, \d+\./)
}, 60_000)
