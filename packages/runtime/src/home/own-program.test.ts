import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../testing/temp-home.js'
import { ownProgram } from './own-program.js'

test.each([
  ['an installed package', 'node_modules/@hermes/cli', { 'node_modules/@hermes/cli': '@hermes/cli' }],
  [
    'a package within another program',
    'app/node_modules/@hermes/runtime',
    { app: 'mine', 'app/node_modules/@hermes/runtime': '@hermes/runtime' },
  ],
  ['a checkout as a whole', 'src/hermes', { 'src/hermes': 'hermes', 'src/hermes/apps/cli': '@hermes/cli' }],
])('finds %s', async (_, expected, packages) => {
  const base = await realpath(await tempFolder())
  for (const [folder, name] of Object.entries(packages)) {
    await mkdir(join(base, folder, 'dist'), { recursive: true })
    await writeFile(join(base, folder, 'package.json'), JSON.stringify({ name }))
  }
  const [innermost = ''] = Object.keys(packages).sort((a, b) => b.length - a.length)
  expect(ownProgram(join(base, innermost, 'dist'))).toBe(join(base, expected))
})

test('finds nothing in another program', async () => {
  expect(ownProgram(await tempFolder())).toBeUndefined()
})
