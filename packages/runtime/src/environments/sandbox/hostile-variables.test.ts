import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { probeSandbox } from '@hermes/environments/sandbox'
import { describe, expect, test } from 'vitest'
import { openHostileWorld } from '../../../testing/hostile-world.js'

const compiler = ['/usr/bin/cc', '/usr/local/bin/cc'].find((path) => existsSync(path))
const probed = await probeSandbox()
const missing = probed.status === 'unavailable' ? probed.reason : compiler === undefined ? 'there is no cc' : ''
/** Generous, because several programs start on a possibly busy machine. */
const timeout = 120_000

describe.skipIf(missing !== '')(`variables of a task${missing && `, skipped: ${missing}`}`, { timeout }, () => {
  test('reach the next command, but no program outside the sandbox', async () => {
    const world = openHostileWorld()
    const library = join(world.project, 'evil.so')
    const source = `#include <fcntl.h>
      __attribute__((constructor)) static void leave(void) { open("${world.outside}/loaded", O_CREAT | O_WRONLY, 0644); }`
    execFileSync(compiler ?? 'cc', ['-shared', '-fPIC', '-x', 'c', '-', '-o', library], { input: source })
    const exported = `export LD_PRELOAD='${library}' BASH_ENV='${world.evil}' ENV='${world.evil}' GREETING='hello there'`
    const answers = await world.session([
      ['terminal', { command: exported }],
      ['terminal', { command: 'echo "$GREETING, $LD_PRELOAD"' }],
      ['terminal', { command: 'echo "$GREETING"', background: true }],
      ['terminal', { command: 'echo "$GREETING"', pty: true }],
      ['execute_code', { code: 'import os; print(os.environ["GREETING"])', language: 'python' }],
    ])
    expect(answers[1]).toContain(`hello there, ${library}`)
    for (const answer of answers.slice(1)) expect(answer).toContain('hello there')
    expect(world.traces()).toEqual([])
  })
})
