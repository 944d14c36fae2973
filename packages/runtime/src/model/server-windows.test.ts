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

test('a server is asked once an hour, also when it did not say', async () => {
  for (const tokens of [32_768, undefined]) {
    const ask = vi.fn(async () => tokens)
    const model = `m-${tokens}`
    for (const ms of [0, hourMs - 1, hourMs, hourMs + 1]) expect(await at(ms).of(url, model, ask)).toBe(tokens)
    expect(ask).toHaveBeenCalledTimes(2)
  }
})

test('each model of each server is asked about, and again when all is forgotten', async () => {
  const ask = vi.fn(async () => 8_192)
  await at(0).of(url, 'a', ask)
  await at(0).of(url, 'b', ask)
  await at(0).of(`${url}x`, 'a', ask)
  expect(ask).toHaveBeenCalledTimes(3)
  await at(0).forget()
  await at(0).of(url, 'a', ask)
  expect(ask).toHaveBeenCalledTimes(4)
})

test('a clock that was set back does not make an answer last for ever', async () => {
  const ask = vi.fn(async () => 8_192)
  await at(10 * hourMs).of(url, 'a', ask)
  await at(0).of(url, 'a', ask)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a damaged file is asked for anew', async () => {
  const windows = at(0)
  await windows.of(url, 'a', async () => 1)
  writeFileSync(join(homePaths(home).cache, 'server-windows.json'), '{"half')
  expect(await windows.of(url, 'a', async () => 2)).toBe(2)
})
