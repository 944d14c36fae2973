import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modeOf, tempFolder } from '../../../testing/temp-home.js'
import { createLoginFile } from './login-files.js'

const tokens = { access_token: 'a', token_type: 'Bearer' }

test('keeps a login in a private file, until it is deleted', async () => {
  const home = await tempFolder()
  const file = createLoginFile(home, 'closed')
  expect(await file.load()).toBeUndefined()
  await file.save({ tokens })
  expect(await createLoginFile(home, 'closed').load()).toEqual({ tokens })
  expect(await createLoginFile(home, 'other').load()).toBeUndefined()
  const path = join(home, 'mcp-tokens', 'closed.json')
  expect([await modeOf(path), await modeOf(join(home, 'mcp-tokens'))]).toEqual([0o600, 0o700])
  await writeFile(path, '{"tokens": 7}')
  expect(await file.load()).toBeUndefined()
  await file.save(undefined)
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})

test('lets only one process at a time change a login', async () => {
  const home = await tempFolder()
  let running = 0
  let most = 0
  const change = () =>
    createLoginFile(home, 'closed').exclusive(async () => {
      running += 1
      most = Math.max(most, running)
      await createLoginFile(home, 'closed').save({ tokens })
      running -= 1
    })
  await Promise.all([change(), change(), change()])
  expect(most).toBe(1)
})
