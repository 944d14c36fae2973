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

test('allows writing to a whole project', () => {
  expect(writable(join(home, 'projects/one'))).toEqual([join(home, 'projects/one')])
})

test('allows only the visible folders of a home, so that no start-up file or program can be added', () => {
  expect([...writable(home)].sort()).toEqual([join(home, 'documents'), join(home, 'projects')])
})

test('allows only the visible folders of a folder with auto-run settings', () => {
  expect(writable(join(home, '.config'))).toEqual([])
})

test('allows nothing above the home, in system folders, or in protected paths', () => {
  for (const folder of ['/', join(home, '..'), '/etc', '/usr', join(home, '.hermes'), join(home, '.ssh')]) {
    expect({ folder, may: writable(folder) }).toEqual({ folder, may: [] })
  }
})
