import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packed, root, run, temporaryFolder } from './pack.js'

const folder = temporaryFolder()
const example = join(folder.path, 'hermes-transport-echo')
const npm = (args: readonly string[], at: string) =>
  run('npm', [...args, '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], at)

beforeAll(() => {
  const tarballs = packed(['core', 'safety', 'testkit']).map(({ tarball }) => tarball)
  cpSync(join(root, 'examples/hermes-transport-echo'), example, {
    recursive: true,
    filter: (path) => !/node_modules|dist/.test(path.slice(root.length)),
  })
  npm(['install', '--no-save', ...tarballs], example)
}, 240_000)
afterAll(() => folder[Symbol.dispose]())

test('builds an external package that passes the contract suite and answers when configured', () => {
  npm(['run', 'build'], example)
  expect(npm(['test'], example)).toMatch(/Tests\s+\S*\d+ passed/)

  const home = join(folder.path, 'home')
  mkdirSync(home)
  npm(['pack', '--pack-destination', folder.path], example)
  const echo = readdirSync(folder.path).find((name) => /^hermes-transport-echo.*\.tgz$/.test(name))
  const core = packed(['core']).map(({ tarball }) => tarball)
  npm(['install', '--prefix', home, join(folder.path, String(echo)), ...core], home)
  writeFileSync(
    join(home, 'config.yaml'),
    'transport:\n  use: hermes-transport-echo\n  prefix: "I heard: "\nmodel:\n  default: echo\n',
  )
  const answer = run(
    'env',
    [`HERMES_HOME=${home}`, process.execPath, join(root, 'apps/cli/dist/main.js'), '-z', 'hello from a config file'],
    folder.path,
  )
  expect(answer).toBe('I heard: hello from a config file\n')
}, 240_000)
