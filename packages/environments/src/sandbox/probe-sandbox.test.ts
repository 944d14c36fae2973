import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { probeSandbox } from './probe-sandbox.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hermes-probing-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('reports that only Linux has a sandbox', async () => {
  expect(await probeSandbox({ platform: 'darwin' })).toMatchObject({ status: 'unavailable' })
})

describe.runIf(process.platform === 'linux')('explains messages of bubblewrap', () => {
  test.each([
    ['bwrap: setting up uid map: Permission denied', /namespaces/, /AppArmor/, true],
    ['unshare: unshare failed: Operation not permitted', /namespaces/, /container/, true],
    ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", /mount/, /container/, true],
    ['bwrap: Unknown option --pidns', /too old/, /0\.5/],
    ['bwrap: something else', /something else/, undefined],
  ])('%s', async (said, reason, remedy, isForbidden = false) => {
    const program = join(folder, 'bwrap')
    writeFileSync(program, `#!/bin/sh\necho "${said}" >&2\nexit 1\n`)
    chmodSync(program, 0o755)
    expect(await probeSandbox({ program, holders: ['bubblewrap'] })).toEqual({
      status: 'unavailable',
      reason: expect.stringMatching(reason),
      ...(remedy && { remedy: expect.stringMatching(remedy) }),
      ...(isForbidden && { isForbidden }),
    })
  })

  test('in one line, without the advice of mount', async () => {
    const program = join(folder, 'bwrap')
    const said = [
      'mount: /tmp/probe/proc: permission denied.',
      '       dmesg(1) may have more information after failed mount system call.',
      'mount: /tmp/probe/dev: permission denied.',
    ]
    writeFileSync(program, `#!/bin/sh\ncat >&2 <<'END'\n${said.join('\n')}\nEND\nexit 1\n`)
    chmodSync(program, 0o755)
    expect(await probeSandbox({ program, holders: ['bubblewrap'] })).toMatchObject({
      reason:
        'this system does not allow mounts in namespaces, as usual in containers (mount: /tmp/probe/proc: permission denied; mount: /tmp/probe/dev: permission denied)',
    })
  })

  test('explains a program that cannot be started', async () => {
    expect(await probeSandbox({ program: join(folder, 'missing'), holders: ['bubblewrap'] })).toMatchObject({
      status: 'unavailable',
    })
  })
})

test.runIf(process.platform === 'linux')('tries the next program where bubblewrap does not work', async () => {
  const fallback = await probeSandbox({ holders: ['unshare'] })
  const both = await probeSandbox({ program: join(folder, 'missing') })
  expect(both.status).toBe(fallback.status)
  if (both.status === 'available') expect(both.by).toBe('unshare')
  // The reason concerns the program that users can install.
  else expect(both.reason).toContain('missing')
})
