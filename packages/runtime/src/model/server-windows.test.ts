import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { homePaths } from '../home/home-paths.js'
import { openServerWindows } from './server-windows.js'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hermes-windows-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const url = 'http://127.0.0.1:8080/v1'
const hourMs = 3_600_000

function at(ms: number) {
  return openServerWindows(homePaths(home), { now: () => ms })
}

test('asks a server once an hour, even if it gave no answer', async () => {
  for (const tokens of [32_768, undefined]) {
    const ask = vi.fn(async () => tokens)
    const model = `m-${tokens}`
    for (const ms of [0, hourMs - 1, hourMs, hourMs + 1]) expect(await at(ms).of(url, model, ask)).toBe(tokens)
    expect(ask).toHaveBeenCalledTimes(2)
  }
})

test('asks separately for each model and server, and again after a reset', async () => {
  const ask = vi.fn(async () => 8_192)
  await at(0).of(url, 'a', ask)
  await at(0).of(url, 'b', ask)
  await at(0).of(`${url}x`, 'a', ask)
  expect(ask).toHaveBeenCalledTimes(3)
  await at(0).forget()
  await at(0).of(url, 'a', ask)
  expect(ask).toHaveBeenCalledTimes(4)
})

test('expires an answer after the clock has been set back', async () => {
  const ask = vi.fn(async () => 8_192)
  await at(10 * hourMs).of(url, 'a', ask)
  await at(0).of(url, 'a', ask)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('asks again when the file is damaged', async () => {
  const windows = at(0)
  await windows.of(url, 'a', async () => 1)
  writeFileSync(join(homePaths(home).cache, 'server-windows.json'), '{"half')
  expect(await windows.of(url, 'a', async () => 2)).toBe(2)
})
