import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, root, type Sandbox } from './hermes.js'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

test('keeps the compile cache private in the home, and creates none where others can write', async () => {
  const shared = join(sandbox.workspace, 'shared')
  mkdirSync(shared, { mode: 0o777 })
  const env = { TMPDIR: shared, NODE_COMPILE_CACHE: '' }
  expect((await sandbox.run(['-z', 'run `echo $((6*7))`'], { env })).stdout).toContain('42')
  const compiled = join(sandbox.home, 'cache/compile')
  expect(readdirSync(compiled).length).toBeGreaterThan(0)
  expect(statSync(compiled).mode & 0o777).toBe(0o700)
  expect(existsSync(join(shared, 'node-compile-cache'))).toBe(false)
})

test('keeps the compiled code of the gateway', () => {
  const home = join(sandbox.workspace, 'home')
  mkdirSync(home, { mode: 0o700 })
  const gateway = join(root, 'apps/gateway/bin/hermes-gateway.js')
  execFileSync(process.execPath, [gateway, '--help'], {
    env: { ...process.env, HERMES_HOME: home, NODE_COMPILE_CACHE: '' },
  })
  const sizes = readdirSync(join(home, 'cache/compile'), { recursive: true, encoding: 'utf8' }).map(
    (name) => statSync(join(home, 'cache/compile', name)).size,
  )
  // The code of a start has megabytes: only a cache that is enabled before it is loaded holds it.
  expect(Math.max(...sizes)).toBeGreaterThan(200_000)
})

test('keeps the functions that a start calls, and starts with them', async () => {
  const inodeAfterStart = async () => {
    const { stdout } = await sandbox.run(['-z', 'run `echo $((6*7))`'], { env: { NODE_COMPILE_CACHE: '' } })
    expect(stdout).toContain('42')
    const folder = join(sandbox.home, 'cache/compile')
    const kept = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.script'))
    expect(kept).toHaveLength(1)
    return statSync(join(folder, kept[0] ?? '')).ino
  }
  const inodes = [await inodeAfterStart()]
  // On a busy machine, a start may not have called everything when it counts as finished. Each later start adds at least a quarter, or
  // nothing.
  while (inodes.length < 12 && inodes.at(-1) !== inodes.at(-2)) inodes.push(await inodeAfterStart())
  // If V8 did not accept the code, each start would write it again.
  expect(inodes.at(-1)).toBe(inodes.at(-2))
})
