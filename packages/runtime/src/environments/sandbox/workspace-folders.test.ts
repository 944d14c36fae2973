import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { workspaceFolders } from './workspace-folders.js'

let home: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'hermes-workspace-')))
  for (const name of ['projects/one', '.config/autostart', '.local/bin', 'bin', '.hermes', 'documents']) {
    mkdirSync(join(home, name), { recursive: true })
  }
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function writable(folder: string) {
  const guarded = ['.bashrc', '.ssh', '.config/autostart', '.config/systemd'].map((name) => join(home, name))
  return workspaceFolders({ folder, home, agentHome: join(home, '.hermes'), guarded })
}

test('a project may be written as a whole', () => {
  expect(writable(join(home, 'projects/one'))).toEqual([join(home, 'projects/one')])
})

test('of a home, just the folders that a person sees: no start-up file can be added, no program put in the search path', () => {
  expect([...writable(home)].sort()).toEqual([join(home, 'documents'), join(home, 'projects')])
})

test('a folder of settings that run by themselves likewise', () => {
  expect(writable(join(home, '.config'))).toEqual([])
})

test('nothing above the home, in the system, or among what is protected', () => {
  for (const folder of ['/', join(home, '..'), '/etc', '/usr', join(home, '.hermes'), join(home, '.ssh')]) {
    expect({ folder, may: writable(folder) }).toEqual({ folder, may: [] })
  }
})
