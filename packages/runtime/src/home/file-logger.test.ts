import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modeOf, tempFolder, textOfFile } from '../../testing/temp-home.js'
import { createFileLogger } from './file-logger.js'

async function entries(file: string): Promise<readonly Record<string, unknown>[]> {
  const lines = (await textOfFile(file)).trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line))
}

test('writes each entry as one line of JSON to a private file', async () => {
  const folder = join(await tempFolder(), 'logs')
  const logger = createFileLogger({ folder })
  logger.log('warn', 'two\nlines \u001b[31m', { status: 429 })
  logger.log('debug', 'not important enough')
  logger.log('error', 'last')
  const file = join(folder, 'agent.log')
  expect(await entries(file)).toEqual([
    expect.objectContaining({ level: 'warn', message: 'two\nlines \u001b[31m', status: 429 }),
    expect.objectContaining({ level: 'error', message: 'last' }),
  ])
  expect(await textOfFile(file)).not.toContain('\u001b')
  expect(await modeOf(file)).toBe(0o600)
})

test('rotates a full file and keeps one old file', async () => {
  const folder = await tempFolder()
  const logger = createFileLogger({ folder, maxBytes: 10 })
  for (const message of ['first', 'second', 'third']) logger.log('info', message)
  expect(await entries(join(folder, 'agent.log'))).toMatchObject([{ message: 'third' }])
  expect(await entries(join(folder, 'agent.log.1'))).toMatchObject([{ message: 'second' }])
})

test('never throws when the log is unwritable, and reports lost entries later', async () => {
  const folder = join(await tempFolder(), 'logs')
  await writeFile(folder, 'in the way')
  const logger = createFileLogger({ folder })
  logger.log('info', 'one')
  logger.log('info', 'two')
  await rm(folder)
  await mkdir(folder)
  logger.log('info', 'three')
  expect(await entries(join(folder, 'agent.log'))).toMatchObject([{ message: 'three', lost: 2 }])
})
