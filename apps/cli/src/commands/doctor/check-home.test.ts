import { chmod, chown, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
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

test.each(['/dev/null', 'file'])(
  'does not advise taking ownership of a home that is not a folder: %s',
  async (name) => {
    const place = resolve(home, name)
    if (name === 'file') await writeFile(place, '')
    expect(await checkHome(place, english)).toEqual({
      level: 'error',
      text: `${place} is not a folder`,
      fix: 'Point HERMES_HOME to a folder, or to a place where one can be made.',
    })
  },
)

test('reports a home that cannot be created', async () => {
  await writeFile(join(home, 'file'), '', { mode: 0o755 })
  expect(await checkHome(join(home, 'file', 'new', 'home'), english)).toMatchObject({
    level: 'error',
    text: `${join(home, 'file', 'new', 'home')} cannot be created`,
  })
})

test.runIf(process.getuid?.() === 0)('does not advise a user with access by group to close a shared home', async () => {
  await chown(home, 4242, 4242)
  await chmod(home, 0o770)
  expect(await checkHome(home, english)).toMatchObject({ level: 'ok' })
  await chmod(home, 0o775)
  const fix = `As its owner, close it to others: chmod o-rwx ${home}`
  expect(await checkHome(home, english)).toMatchObject({ level: 'warning', fix })
})

// Root may write to every folder.
test.skipIf(process.getuid?.() === 0)('advises users to open their own home to themselves', async () => {
  await chmod(home, 0o500)
  const fix = `Open it to yourself: chmod 700 ${home}`
  expect(await checkHome(home, english)).toMatchObject({ level: 'error', fix })
})

test.runIf(process.platform === 'linux').each([
  ['NFS', 0x6969],
  ['SMB', 0xff534d42],
  ['SMB', 0xff534d42 | 0],
])('warns about a home on a network file system: %s', async (name, type) => {
  const finding = await checkHome(home, english, async (folder) => Object.assign(await statfs(folder), { type }))
  expect(finding).toMatchObject({ level: 'warning', text: expect.stringContaining(`(${name})`) })
})
