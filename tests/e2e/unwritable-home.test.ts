import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, main, type Sandbox } from './hermes.js'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

const hermes = `'${process.execPath}' '${main}'`

/** Runs a script in a separate namespace, where file systems can be mounted. */
function runScript(script: string) {
  return spawnSync('unshare', ['--map-root-user', '--mount', 'bash', '-c', script], {
    cwd: sandbox.workspace,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HERMES_HOME: sandbox.home, HOME: sandbox.home },
  })
}

test('reports a home on a read-only file system, which doctor explains', () => {
  const { stdout } = runScript(`
    mount -t tmpfs tmpfs "$HERMES_HOME" && ${hermes} -z 'remember the teapot' > /dev/null 2>&1
    mount -o remount,ro "$HERMES_HOME" || exit 77
    for command in "-z hi" "sessions list" "config set model.default x"; do ${hermes} $command 2>&1; echo "code $?"; done
    ${hermes} doctor 2>&1; echo "doctor $?"`)
  const refusals = stdout.match(/hermes: The home folder .* cannot be used: .*\ncode 1\n/g)
  expect(refusals).toHaveLength(3)
  expect(stdout).toMatch(/error +Home folder +.* is on a file system that is mounted read-only/)
  expect(stdout).toMatch(/ok +Node\.js/)
  expect(stdout).toContain('doctor 1\n')
  expect(stdout).not.toMatch(/^\s+at /m)
}, 60_000)

test('keeps what is stored when a file may not grow', () => {
  const { stdout } = runScript(`
    seq 20000 > big.txt
    ${hermes} -z 'remember the teapot' > /dev/null 2>&1
    ulimit -f 400
    for i in $(seq 20); do ${hermes} -z 'read big.txt' > /dev/null 2> error.txt || break; done
    echo "turn $i"; cat error.txt
    ulimit -f unlimited 2> /dev/null
    ${hermes} sessions export --all | grep -c teapot`)
  expect(stdout).toMatch(/hermes: The (?:system could not read or write|disk is full|.*file).*state\.db/)
  expect(stdout).not.toContain('turn 20\n')
  expect(stdout).toMatch(/\n[1-9]\d*\n$/)
  expect(stdout).not.toMatch(/^\s+at /m)
}, 120_000)
