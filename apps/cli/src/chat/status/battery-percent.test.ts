import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { batteryPercent } from './battery-percent.js'

test('reads the first battery, and returns nothing without one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-power-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'AC'))
  expect(await batteryPercent(folder)).toBeUndefined()
  mkdirSync(join(folder, 'BAT1'))
  expect(await batteryPercent(folder)).toBeUndefined()
  writeFileSync(join(folder, 'BAT1', 'capacity'), '80\n')
  expect(await batteryPercent(folder)).toBe(80)
  expect(await batteryPercent(join(folder, 'none'))).toBeUndefined()
})
