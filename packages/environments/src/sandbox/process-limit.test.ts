import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPidNamespace } from '../local/proc.js'
import { createProcessLimit } from './process-limit.js'

// The largest process id on Linux is 2^22.
const endedProcess = 99_999_999

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hermes-groups-'))
  writeFileSync(join(root, 'cgroup.procs'), '')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function addGroup(name: string): string {
  const folder = join(root, name)
  mkdirSync(folder)
  return folder
}

/** Returns the name of a new control group with a different owner. */
function nameOfOwner(owner: number): string {
  const limit = createProcessLimit(10, root)
  return basename(dirname(limit?.membersFile ?? '')).replace(`-${process.pid}-`, `-${owner}-`)
}

test('removes the control groups of processes that have ended', () => {
  const leftover = addGroup(nameOfOwner(endedProcess))
  createProcessLimit(10, root)
  expect(existsSync(leftover)).toBe(false)
})

test('keeps the control groups of running processes and of other PID namespaces', () => {
  const running = addGroup(nameOfOwner(process.ppid))
  const elsewhere = addGroup(nameOfOwner(endedProcess).replace(readPidNamespace(), '4026530000'))
  createProcessLimit(10, root)
  expect([running, elsewhere].map(existsSync)).toEqual([true, true])
})
