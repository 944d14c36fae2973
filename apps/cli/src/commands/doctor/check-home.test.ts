import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { english } from '@hermes/safety/language'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkHome } from './check-home.js'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-doctor-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

test('accepts a private home and a missing one', async () => {
  expect(await checkHome(home, english)).toEqual({ level: 'ok', text: home })
  expect(await checkHome(join(home, 'new'), english)).toMatchObject({ level: 'ok' })
})

test('reports a home that others can open, with the command that fixes it', async () => {
  await chmod(home, 0o755)
  expect(await checkHome(home, english)).toMatchObject({ level: 'warning', fix: `Close it: chmod 700 ${home}` })
})
