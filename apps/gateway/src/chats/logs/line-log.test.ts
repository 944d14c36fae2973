import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '@hermes/core'
import { expect, onTestFinished, test } from 'vitest'
import { createLineLog } from './line-log.js'

test('keeps the requested number of full files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-lines-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'calls.log')
  for (let number = 1; number <= 5; number += 1) {
    await writeFile(path, `${number}${'x'.repeat(5 * 2 ** 20)}\n`)
    await using log = createLineLog({ path, name: 'The log', kept: 3, logger: silentLogger })
    log.add({ number })
  }
  expect((await readdir(folder)).sort()).toEqual(['calls.log', 'calls.log.1', 'calls.log.2', 'calls.log.3'])
  const starts = ['.1', '.2', '.3'].map(async (end) => (await readFile(`${path}${end}`, 'utf8'))[0])
  expect(await Promise.all(starts)).toEqual(['5', '4', '3'])
  expect(await readFile(path, 'utf8')).toMatch(/^\{"at":"[^"]+","number":5\}\n$/)
})
